package hostname

import (
	"strconv"

	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/verdict/reason"
)

// reasons has the message of each fault of a name.
var reasons = [idna.NumWhys]reason.ID{
	idna.LongName: reason.HostIdnaLongName, idna.LongASCII: reason.HostIdnaLongAscii, idna.LongLabel: reason.HostIdnaLongLabel,
	idna.EmptyLabel: reason.HostIdnaEmptyLabel, idna.NotALabel: reason.HostIdnaALabel,
	idna.NoRoundTrip: reason.HostIdnaRoundTrip, idna.NotUTF8: reason.HostIdnaNotUtf8, idna.NotNFC: reason.HostIdnaNfc,
	idna.HyphenFirst: reason.HostIdnaHyphenFirst, idna.HyphensInside: reason.HostIdnaHyphens, idna.HyphenLast: reason.HostIdnaHyphenLast,
	idna.MarkFirst: reason.HostIdnaMark, idna.NotLDH: reason.HostIdnaNotLdh, idna.Dot: reason.HostIdnaDot,
	idna.NotAssigned: reason.HostIdnaUnassigned, idna.Unstable: reason.HostIdnaUnstable, idna.Ignorable: reason.HostIdnaIgnorable,
	idna.SymbolBlock: reason.HostIdnaBlock, idna.Exception: reason.HostIdnaException, idna.Jamo: reason.HostIdnaJamo,
	idna.NotALetter: reason.HostIdnaOther, idna.NonJoiner: reason.HostIdnaZwnj, idna.Joiner: reason.HostIdnaZwj,
	idna.MiddleDot: reason.HostIdnaMiddleDot, idna.Keraia: reason.HostIdnaKeraia, idna.Geresh: reason.HostIdnaGeresh,
	idna.KatakanaDot: reason.HostIdnaKatakanaDot, idna.ArabicDigit: reason.HostIdnaArabicDigit, idna.ExtendedDigit: reason.HostIdnaExtendedDigit,
	idna.NoContext: reason.HostIdnaNoContext, idna.BidiFirst: reason.HostIdnaBidiFirst, idna.BidiRTL: reason.HostIdnaBidiRtl,
	idna.BidiRTLEnd: reason.HostIdnaBidiRtlEnd, idna.BidiDigits: reason.HostIdnaBidiDigits, idna.BidiLTR: reason.HostIdnaBidiLtr,
	idna.BidiLTREnd: reason.HostIdnaBidiLtrEnd,
}

// counted returns how many bytes are too many, and whether they were not counted, as the templates have them.
func counted(f *Fault) (bytes, uncounted string) {
	if f.Bytes == 0 {
		return "", "1"
	}
	return strconv.Itoa(f.Bytes), ""
}

// Message returns the message of a fault; more is how many characters after that of the fault break
// the same rule.
func Message(f *Fault, more int) reason.Text {
	id := reasons[f.Why]
	values := []string{f.Label, f.Decoded, f.Char}
	switch f.Why {
	case idna.LongName:
		return reason.Of(id, strconv.Itoa(f.Bytes), strconv.Itoa(idna.MaxName))
	case idna.LongASCII:
		bytes, uncounted := counted(f)
		return reason.Of(id, bytes, uncounted, strconv.Itoa(idna.MaxName))
	case idna.LongLabel:
		bytes, uncounted := counted(f)
		return reason.Of(id, f.Label, bytes, uncounted, strconv.Itoa(idna.MaxLabel))
	case idna.NoRoundTrip:
		return reason.Of(id, f.Label, f.Decoded, f.Encoded)
	case idna.NotNFC:
		text, label := f.Label, ""
		if f.Decoded != "" {
			text, label = f.Decoded, f.Label
		}
		return reason.Of(id, f.Decoded, label, text)
	case idna.EmptyLabel:
		return reason.Of(id)
	case idna.NotALabel, idna.NotUTF8:
		return reason.Of(id, f.Label)
	case idna.HyphenFirst, idna.HyphensInside, idna.HyphenLast:
		values = values[:2]
	case idna.NotAssigned:
		values = append(values, idna.UnicodeVersion)
	case 0: // the host is not decoded, see CheckIDNA
		return reason.Of(reason.HostIdnaUtf8, f.Label)
	}
	switch {
	case more == 1:
		values = append(values, "1")
	case more > 1:
		values = append(values, "", strconv.Itoa(more))
	}
	return reason.Of(id, values...)
}

// Hint returns the hint of a fault.
func Hint(f *Fault) reason.Text {
	switch f.Hint {
	case idna.RemoveDot:
		return reason.Of(reason.HintDot)
	case idna.Write:
		return reason.Of(reason.HintWrite, f.Write)
	case idna.WriteFor:
		return reason.Of(reason.HintWriteFor, f.Write, f.Char)
	case idna.WriteSyllables:
		return reason.Of(reason.HintSyllables)
	case idna.LeaveOut:
		return reason.Of(reason.HintLeaveOut)
	}
	return reason.Text{}
}
