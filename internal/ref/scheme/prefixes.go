package scheme

// commonPrefixes holds namespaces that most vocabularies use.
var commonPrefixes = map[string]string{
	"dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
	"dct":  "http://purl.org/dc/terms/",
	"foaf": "http://xmlns.com/foaf/0.1/", "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
	"owl":  "http://www.w3.org/2002/07/owl#",
	"prov": "http://www.w3.org/ns/prov#", "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	"rdfs":   "http://www.w3.org/2000/01/rdf-schema#",
	"schema": "http://schema.org/", "sh": "http://www.w3.org/ns/shacl#", "skos": "http://www.w3.org/2004/02/skos/core#",
	"void": "http://rdfs.org/ns/void#", "xsd": "http://www.w3.org/2001/XMLSchema#",
}

// Namespace returns what a prefix of RDF, without its colon, stands for nearly everywhere; empty if that
// is not known.
func Namespace(prefix string) string { return commonPrefixes[prefix] }
