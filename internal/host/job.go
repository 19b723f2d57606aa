// Package host is for programs that use the API and the packages of work side by side, as the pipeline for
// Beam does: their callers fill in types of the API, and see types of the API. In come jobs, conversions
// and findings of one kind, out come those of the other. It must not know what is done with them.
package host

import (
	"reflect"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
)

// A Job is options of work with the types of the API.
type Job job.OptionsOf[iri.Code, iri.Severity, iri.GrammarFile]

// Work returns the job for the packages of work.
func (j Job) Work() *job.Options {
	o := new(job.Options)
	copyTo(reflect.ValueOf(o).Elem(), reflect.ValueOf(j))
	return o
}

// JobOf returns the job for options.
func JobOf(o job.Options) (j Job) {
	copyTo(reflect.ValueOf(&j).Elem(), reflect.ValueOf(o))
	return j
}

// A Conversion is a conversion with the types of the API.
type Conversion conversions.ConversionOf[iri.HostMapping, iri.Rung]

// Work returns the conversion for the packages of work.
func (c Conversion) Work() (to conversions.Conversion) {
	copyTo(reflect.ValueOf(&to).Elem(), reflect.ValueOf(c))
	return to
}

// copyTo copies a value into one of another type that has the same form: of structs, the fields that the other has.
// What that lacks is [spec.GrammarFile]'s FirstCounts alone, which [job.Options] set themselves.
func copyTo(dst, src reflect.Value) {
	switch {
	case src.CanConvert(dst.Type()):
		dst.Set(src.Convert(dst.Type()))
	case src.Kind() == reflect.Struct:
		for i := range src.NumField() {
			if field := dst.FieldByName(src.Type().Field(i).Name); field.IsValid() {
				copyTo(field, src.Field(i))
			}
		}
	case src.IsNil():
	case src.Kind() == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			copyTo(dst.Index(i), src.Index(i))
		}
	default: // a map of codes to severities
		dst.Set(reflect.MakeMap(dst.Type()))
		for key, value := range src.Seq2() {
			dst.SetMapIndex(key.Convert(dst.Type().Key()), value.Convert(dst.Type().Elem()))
		}
	}
}

// Codes returns codes for the packages of work.
func Codes(codes []iri.Code) []report.Code {
	in := make([]report.Code, len(codes))
	for i, c := range codes {
		in[i] = report.Code(c)
	}
	return in
}

// Finding returns a finding as one of the API, whose lists are its own.
func Finding(f *report.Finding) iri.Finding {
	return iri.Finding{
		Code: iri.Code(f.Code), Severity: iri.Severity(f.Severity), Message: f.MessageText(),
		Start: f.Start, End: f.End, Rules: slices.Clone(f.Rules), Expected: slices.Clone(f.Expected),
		Section: f.Section, ABNF: f.ABNF,
		Hint: f.HintText(), Fix: (*iri.Fix)(f.Fix), Reason: f.Reason(), HintReasons: f.HintReasons(),
		Params: f.Params(),
	}
}

// FindingOf returns a finding of the API for the packages of work.
func FindingOf(f *iri.Finding) report.Finding {
	return report.Finding{
		Code: report.Code(f.Code), Severity: report.Severity(f.Severity), Start: f.Start, End: f.End,
		Message: message.External(f.Message, f.Params, f.Reason), Hint: message.External(f.Hint, nil, f.HintReasons...),
		Rules: f.Rules, Expected: f.Expected, Section: f.Section, ABNF: f.ABNF, Fix: (*report.Fix)(f.Fix),
	}
}
