package markup

// DublinCore are the elements of DCMI Metadata Terms whose values are identifiers or references.
var DublinCore = []string{
	"identifier", "relation", "references", "isReferencedBy", "isPartOf", "hasPart", "isVersionOf", "hasVersion",
	"isFormatOf", "hasFormat", "replaces", "isReplacedBy", "requires", "isRequiredBy", "conformsTo", "license",
}

// DublinCoreProse are the elements whose values are text at least as often as references.
var DublinCoreProse = []string{"source", "rights"}
