// Package recipes has one function for each kind of table or topic whose rows have IRIs: it checks them, and writes the
// findings with the keys of the rows. The recipes for files run here. That for BigQuery is built and not run, because
// it needs a project; those for Kafka and SQL are compiled, because they need an expansion service in Java.
package recipes

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/avroio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/bigqueryio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/parquetio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/xlang/kafkaio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/sql"

	"github.com/rfc3987/iri/beam/iribeam"
)

// A Link is a row of a table.
type Link struct {
	ID  int64  `parquet:"name=id, type=INT64" json:"id" bigquery:"id"`
	URL string `parquet:"name=url, type=BYTE_ARRAY, convertedtype=UTF8" json:"url" bigquery:"url"`
}

// A Fault is what is written of a finding.
type Fault struct {
	ID   int64  `parquet:"name=id, type=INT64" json:"id"`
	Code string `parquet:"name=code, type=BYTE_ARRAY, convertedtype=UTF8" json:"code"`
}

func urlOf(l Link) (int64, string)              { return l.ID, l.URL }
func faultOf(id int64, f iribeam.Finding) Fault { return Fault{id, string(f.Code)} }

// Parquet reads from files of a table, and writes one.
func Parquet(s beam.Scope, from, to string) {
	links := parquetio.Read(s, from, reflect.TypeFor[Link]())
	checked := iribeam.Check(s, beam.ParDo(s, urlOf, links), iribeam.Options{})
	parquetio.Write(s, to, beam.ParDo(s, faultOf, checked.Findings))
}

// faults is the schema of Fault in Avro.
const faults = `{"type": "record", "name": "fault", "fields": [{"name": "id", "type": "long"},
	{"name": "code", "type": "string"}]}`

func faultJSON(id int64, f iribeam.Finding) (string, error) {
	text, err := json.Marshal(faultOf(id, f))
	return string(text), err
}

// Avro reads from files of a table, and writes to-00000-of-00001.avro.
func Avro(s beam.Scope, from, to string) {
	links := avroio.Read(s, from, reflect.TypeFor[Link]())
	checked := iribeam.Check(s, beam.ParDo(s, urlOf, links), iribeam.Options{})
	avroio.Write(s, to, faults, beam.ParDo(s, faultJSON, checked.Findings))
}

// BigQuery reads columns of a table, PROJECT:DATASET.TABLE, and writes all that is known of the findings into another.
func BigQuery(s beam.Scope, project, from, to string) {
	links := bigqueryio.Read(s, project, from, reflect.TypeFor[Link]())
	checked := iribeam.Check(s, beam.ParDo(s, urlOf, links), iribeam.Options{})
	bigqueryio.Write(s, project, to, iribeam.Rows(s, checked.Findings))
}

func textOf(key, value []byte) ([]byte, string)                  { return key, string(value) }
func messageOf(key []byte, report iribeam.Text) ([]byte, []byte) { return key, report.Data }

// Kafka reads the values of messages, and writes the findings as JSON, as iri check prints them, with the keys of the
// messages. The counts are those of each minute. An empty expansion address starts a service, which needs Java.
func Kafka(s beam.Scope, expansion, servers, from, to string) (counts beam.PCollection) {
	messages := kafkaio.Read(s, expansion, servers, []string{from})
	texts := beam.WindowInto(s, window.NewFixedWindows(time.Minute), beam.ParDo(s, textOf, messages))
	reported := iribeam.Report(s, texts, iribeam.Options{})
	kafkaio.Write(s, expansion, servers, to, beam.ParDo(s, messageOf, reported.Reports))
	return reported.By(s, iribeam.ByCode)
}

// Errors is a row of the result of SQL.
type Errors struct {
	Key   string `beam:"key"`
	Count int64  `beam:"count"`
}

// SQL counts the errors of each row. It needs an expansion service.
func SQL(s beam.Scope, links beam.PCollection) beam.PCollection {
	rows := iribeam.Rows(s, iribeam.Check(s, beam.ParDo(s, urlOf, links), iribeam.Options{}).Findings)
	return sql.Transform(s, "SELECT key, COUNT(*) AS `count` FROM t WHERE severity = 'error' GROUP BY key",
		sql.Input("t", rows), sql.OutputType(reflect.TypeFor[Errors]()))
}

func TestMain(m *testing.M) {
	iribeam.Register()
	for _, row := range []reflect.Type{reflect.TypeFor[Link](), reflect.TypeFor[Fault](), reflect.TypeFor[Errors]()} {
		beam.RegisterType(row)
	}
	for _, fn := range []any{urlOf, faultOf, faultJSON, textOf, messageOf, linkJSON} {
		beam.RegisterFunction(fn)
	}
	ptest.Main(m)
}

// TestFiles runs the recipes for files.
func TestFiles(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	run := func(build func(s beam.Scope)) {
		t.Helper()
		p, s := beam.NewPipelineWithRoot()
		build(s)
		ptest.RunAndValidate(t, p)
	}
	run(func(s beam.Scope) {
		links := beam.Create(s, Link{7, "http://h/"}, Link{8, "http://h:8a/"})
		parquetio.Write(s, dir+"/links.parquet", links)
		avroio.Write(s, dir+"/links", `{"type": "record", "name": "link", "fields": [{"name": "id", "type": "long"},
			{"name": "url", "type": "string"}]}`, beam.ParDo(s, linkJSON, links))
	})
	run(func(s beam.Scope) {
		Parquet(s, dir+"/links*.parquet", dir+"/faults.parquet")
		Avro(s, dir+"/links*.avro", dir+"/faults")
	})
	run(func(s beam.Scope) {
		want := Fault{8, "port"}
		passert.Equals(s, parquetio.Read(s, dir+"/faults*.parquet", reflect.TypeFor[Fault]()), want)
		passert.Equals(s, avroio.Read(s, dir+"/faults*.avro", reflect.TypeFor[Fault]()), want)
	})
}

func linkJSON(l Link) (string, error) {
	text, err := json.Marshal(l)
	return string(text), err
}

// TestBigQuery holds that the tables of BigQuery can have the rows.
func TestBigQuery(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	BigQuery(s, "project", "project:dataset.links", "project:dataset.faults")
	if _, _, err := p.Build(); err != nil {
		t.Error(err)
	}
}
