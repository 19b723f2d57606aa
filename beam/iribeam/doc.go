// Package iribeam checks IRIs in Apache Beam pipelines: the bulk commands of iri as
// transforms, for files that do not go through one machine.
//
//	p, s := beam.NewPipelineWithRoot()
//	checked := iribeam.Check(s, iribeam.Files(s, "dir/*.nq.gz"), iribeam.Options{})
//	byCode := checked.By(s, iribeam.ByCode)
//
// The transforms read files themselves, in all formats and compressions that iri reads.
// Plain files of lines, JSON Lines, N-Triples and N-Quads are read in parts; each record
// is read in the part in which it starts. A file that cannot be read is counted and
// named, and the others are read.
//
// Call [Register] before beam.Init.
package iribeam
