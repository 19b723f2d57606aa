package finding

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/quote"
)

// hostReasons has the message of each fault of a name.
var hostReasons = [idna.NumWhys]Reason{
	idna.LongName: HostIdnaLongName, idna.LongASCII: HostIdnaLongAscii,
	idna.LongLabel:  HostIdnaLongLabel,
	idna.EmptyLabel: HostIdnaEmptyLabel, idna.NotALabel: HostIdnaALabel,
	idna.NoRoundTrip: HostIdnaRoundTrip, idna.NotUTF8: HostIdnaNotUtf8,
	idna.NotNFC:      HostIdnaNfc,
	idna.HyphenFirst: HostIdnaHyphenFirst, idna.HyphensInside: HostIdnaHyphens,
	idna.HyphenLast: HostIdnaHyphenLast,
	idna.MarkFirst:  HostIdnaMark, idna.NotLDH: HostIdnaNotLdh, idna.Dot: HostIdnaDot,
	idna.NotAssigned: HostIdnaUnassigned, idna.Unstable: HostIdnaUnstable,
	idna.Ignorable:   HostIdnaIgnorable,
	idna.SymbolBlock: HostIdnaBlock, idna.Exception: HostIdnaException, idna.Jamo: HostIdnaJamo,
	idna.NotALetter: HostIdnaOther, idna.NonJoiner: HostIdnaZwnj, idna.Joiner: HostIdnaZwj,
	idna.MiddleDot: HostIdnaMiddleDot, idna.Keraia: HostIdnaKeraia, idna.Geresh: HostIdnaGeresh,
	idna.KatakanaDot: HostIdnaKatakanaDot, idna.ArabicDigit: HostIdnaArabicDigit,
	idna.ExtendedDigit: HostIdnaExtendedDigit,
	idna.NoContext:     HostIdnaNoContext, idna.BidiFirst: HostIdnaBidiFirst,
	idna.BidiRTL:    HostIdnaBidiRtl,
	idna.BidiRTLEnd: HostIdnaBidiRtlEnd, idna.BidiDigits: HostIdnaBidiDigits,
	idna.BidiLTR:    HostIdnaBidiLtr,
	idna.BidiLTREnd: HostIdnaBidiLtrEnd,
}

// counted returns how many bytes are too many, and whether they were not counted, as the templates have them.
func counted(f *hostname.Fault) (bytes, uncounted string) {
	if f.Bytes == 0 {
		return "", "1"
	}
	return strconv.Itoa(f.Bytes), ""
}

// HideHost takes out of a fault what messages quote of the host, in which there may be a password.
func HideHost(f *hostname.Fault) {
	for _, text := range [...]*string{&f.Label, &f.Decoded, &f.Encoded, &f.Write} {
		if *text != "" {
			*text = quote.Quote(component.Hidden)
		}
	}
}

// HostMessage returns the message of a fault of a host; more is how many characters after that of the fault break
// the same rule.
func HostMessage(f *hostname.Fault, more int) Text {
	id := hostReasons[f.Why]
	values := []string{f.Label, f.Decoded, f.Char}
	switch f.Why {
	case idna.LongName:
		return id.Text(strconv.Itoa(f.Bytes), strconv.Itoa(idna.MaxName))
	case idna.LongASCII:
		bytes, uncounted := counted(f)
		return id.Text(bytes, uncounted, strconv.Itoa(idna.MaxName))
	case idna.LongLabel:
		bytes, uncounted := counted(f)
		return id.Text(f.Label, bytes, uncounted, strconv.Itoa(idna.MaxLabel))
	case idna.NoRoundTrip:
		return id.Text(f.Label, f.Decoded, f.Encoded)
	case idna.NotNFC:
		text, label := f.Label, ""
		if f.Decoded != "" {
			text, label = f.Decoded, f.Label
		}
		return id.Text(f.Decoded, label, text)
	case idna.EmptyLabel:
		return id.Text()
	case idna.NotALabel, idna.NotUTF8:
		return id.Text(f.Label)
	case idna.HyphenFirst, idna.HyphensInside, idna.HyphenLast:
		values = values[:2]
	case idna.NotAssigned:
		values = append(values, idna.UnicodeVersion)
	case 0: // the host is not decoded, see [hostname.CheckIDNA]
		return HostIdnaUtf8.Text(f.Label)
	}
	switch {
	case more == 1:
		values = append(values, "1")
	case more > 1:
		values = append(values, "", strconv.Itoa(more))
	}
	return id.Text(values...)
}

// HostHint returns the hint of a fault of a host.
func HostHint(f *hostname.Fault) Text {
	switch f.Hint {
	case idna.RemoveDot:
		return HintDot.Text()
	case idna.Write:
		return HintWrite.Text(f.Write)
	case idna.WriteFor:
		return HintWriteFor.Text(f.Write, f.Char)
	case idna.WriteSyllables:
		return HintSyllables.Text()
	case idna.LeaveOut:
		return HintLeaveOut.Text()
	}
	return Text{}
}

// hostCauses has the message of each cause.
var hostCauses = [hostname.NumCauses]Reason{
	hostname.TooLong: HostUts46Long, hostname.Disallowed: HostUts46Disallowed,
	hostname.Disorder: HostUts46Bidi, hostname.Joiner: HostUts46Joiner,
	hostname.Punycode: HostUts46Punycode, hostname.Mark: HostUts46Mark, hostname.BecomesEmpty: HostUts46Empty,
	hostname.BecomesLong: HostUts46BecomesLong, hostname.NotInURI: HostUts46Uri,
	hostname.BarePrefix: HostUts46Prefix,
	hostname.Future:     HostLookupFuture, hostname.Nothing: HostLookupEmpty,
	hostname.Versions: HostLookupVersions, hostname.NoAddress: HostIpv4LikeNoAddress,
}

// OfHost returns the finding for a host that does not become what was asked for. With hidden, it quotes nothing of the
// host, in which there may be a password.
func OfHost(r hostname.Refusal, hidden bool) Finding {
	f := Finding{Severity: Error, Start: r.Start, End: r.End, Section: r.Section}
	if r.Cause == 0 {
		if hidden {
			HideHost(&r.Fault)
		}
		f.Code, f.Message, f.Hint = CodeHostIDNA, HostMessage(&r.Fault, 0), HostHint(&r.Fault)
		return f
	}
	f.Code = CodeHostUTS46
	if r.Cause == hostname.NoAddress {
		f.Code = CodeHostIPv4Like
	}
	values := slices.Clone(r.Values)
	if hidden && len(values) > 0 {
		values[0] = quote.Quote(component.Hidden)
	}
	f.Message = hostCauses[r.Cause].Text(values...)
	return f
}
