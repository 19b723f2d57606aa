package input

// Lines has one string a line.
var Lines = &Format{
	Name: "lines", Endings: []string{".txt", ".list", ".lst", ".urls", ".uris", ".iris"},
	Traits:  Traits{Unescaped: true},
	Reading: Reading{StartsAtLines: AtLines, Decode: decodeLines},
}

// Null has strings with a NUL after each.
var Null = &Format{
	Name:    "null",
	Traits:  Traits{nul: true, Unescaped: true},
	Reading: Reading{Decode: decodeLines},
}

// decodeLines hands out texts that have no escapes.
func decodeLines(d *Decoder, clean Cleaner) {
	d.SkipBOM()
	whole := d.Chunk.Data[d.Off:]
	texts, ok := clean.(TextCleaner)
	switch {
	case clean == nil || !d.Chunk.areTexts(d.Options):
		d.Each(d.yieldUnescaped)
	case !d.Chunk.File.Format.nul:
		d.CleanCount = clean.Lines(whole, d.textsNotClean('\n'))
		d.Lines += d.CleanCount
	case !ok:
		d.Each(d.yieldUnescaped)
	default:
		var isUTF8 bool
		d.CleanCount, isUTF8 = texts.Texts(whole, d.textsNotClean(0))
		d.Chunk.isUTF8 = isUTF8 && d.Lines == 0
		d.Lines += d.CleanCount
	}
}
