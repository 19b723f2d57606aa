package markup

// DublinCore are the elements of DCMI Metadata Terms whose values are identifiers or references.
var DublinCore = []string{
	"identifier", "relation", "references", "isReferencedBy", "isPartOf", "hasPart", "isVersionOf", "hasVersion",
	"isFormatOf", "hasFormat", "replaces", "isReplacedBy", "requires", "isRequiredBy", "conformsTo", "license",
}

// DublinCoreProse are those whose values are text at least as often.
var DublinCoreProse = []string{"source", "rights"}
