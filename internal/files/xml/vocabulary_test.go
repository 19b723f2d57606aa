package xml

import (
	"slices"
	"testing"
)

// TestXMLVocabularies holds that the paths of the vocabularies are right, and that each is found by its
// root.
func TestXMLVocabularies(t *testing.T) {
	for i := range xmlVocabularies {
		v := &xmlVocabularies[i]
		for _, path := range slices.Concat(v.paths, v.references, v.lists, v.names, v.begins, v.prose) {
			if _, err := parseXMLPath(path); err != nil {
				t.Errorf("%s: %s: %v", v.name, path, err)
			}
		}
		for _, ns := range v.namespaces {
			if got := vocabularyOf(ns, "any"); got != v {
				t.Errorf("%s is that of %s, not of %s", ns, got.name, v.name)
			}
		}
		for _, root := range v.roots {
			if got := vocabularyOf("", root); got != v {
				t.Errorf("<%s> is that of %s, not of %s", root, got.name, v.name)
			}
		}
	}
	for _, path := range otherXML.paths {
		if _, err := parseXMLPath(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := vocabularyOf("http://e/", "rss"); got != &otherXML {
		t.Errorf("an element rss of another namespace is that of %s", got.name)
	}
}
