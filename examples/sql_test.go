package examples

import (
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite"

	"github.com/rfc3987/iri"
)

// A column of IRIs that may be NULL.
func Example_sql() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if _, err := db.Exec(`CREATE TABLE person (name TEXT, home TEXT)`); err != nil {
		fmt.Println(err)
		return
	}
	for name, home := range map[string]iri.IRI{"Ada": iri.MustParse("http://例え.テスト/"), "Bob": {}} {
		if _, err := db.Exec(`INSERT INTO person VALUES (?, ?)`, name, home); err != nil {
			fmt.Println(err)
			return
		}
	}
	rows, err := db.Query(`SELECT name, home, home IS NULL FROM person ORDER BY name`)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var home iri.IRI
		var null bool
		if err := rows.Scan(&name, &home, &null); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %q %t\n", name, home, null)
	}
	fmt.Println(rows.Err())
	// Output:
	// Ada "http://例え.テスト/" false
	// Bob "" true
	// <nil>
}
