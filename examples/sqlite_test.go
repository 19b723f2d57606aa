package examples

import (
	"database/sql"
	"database/sql/driver"
	"fmt"

	"modernc.org/sqlite"

	"github.com/rfc3987/iri"
)

// The function is_iri for CHECK constraints, and columns that are read into an [iri.IRI].
func Example_sqlite() {
	err := sqlite.RegisterDeterministicScalarFunction("is_iri", 1,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			s, ok := args[0].(string)
			return ok && iri.Check(s).Conforms(), nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if _, err := db.Exec(`CREATE TABLE link (target TEXT NOT NULL CHECK (is_iri(target)))`); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"http://例え.テスト/", "http://h:8a/"} {
		_, err := db.Exec(`INSERT INTO link VALUES (?)`, s)
		fmt.Println(s, err)
	}
	var target iri.IRI
	if err := db.QueryRow(`SELECT target FROM link`).Scan(&target); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(target.Scheme(), target)
	// Output:
	// http://例え.テスト/ <nil>
	// http://h:8a/ constraint failed: CHECK constraint failed: is_iri(target) (275)
	// http http://例え.テスト/
}
