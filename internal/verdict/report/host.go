package report

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/message"
)

// hostReasons has the message of each fault of a name.
var hostReasons = [idna.NumWhys]message.ID{
	idna.LongName: message.HostIdnaLongName, idna.LongASCII: message.HostIdnaLongAscii,
	idna.LongLabel:  message.HostIdnaLongLabel,
	idna.EmptyLabel: message.HostIdnaEmptyLabel, idna.NotALabel: message.HostIdnaALabel,
	idna.NoRoundTrip: message.HostIdnaRoundTrip, idna.NotUTF8: message.HostIdnaNotUtf8,
	idna.NotNFC:      message.HostIdnaNfc,
	idna.HyphenFirst: message.HostIdnaHyphenFirst, idna.HyphensInside: message.HostIdnaHyphens,
	idna.HyphenLast: message.HostIdnaHyphenLast,
	idna.MarkFirst:  message.HostIdnaMark, idna.NotLDH: message.HostIdnaNotLdh, idna.Dot: message.HostIdnaDot,
	idna.NotAssigned: message.HostIdnaUnassigned, idna.Unstable: message.HostIdnaUnstable,
	idna.Ignorable:   message.HostIdnaIgnorable,
	idna.SymbolBlock: message.HostIdnaBlock, idna.Exception: message.HostIdnaException, idna.Jamo: message.HostIdnaJamo,
	idna.NotALetter: message.HostIdnaOther, idna.NonJoiner: message.HostIdnaZwnj, idna.Joiner: message.HostIdnaZwj,
	idna.MiddleDot: message.HostIdnaMiddleDot, idna.Keraia: message.HostIdnaKeraia, idna.Geresh: message.HostIdnaGeresh,
	idna.KatakanaDot: message.HostIdnaKatakanaDot, idna.ArabicDigit: message.HostIdnaArabicDigit,
	idna.ExtendedDigit: message.HostIdnaExtendedDigit,
	idna.NoContext:     message.HostIdnaNoContext, idna.BidiFirst: message.HostIdnaBidiFirst,
	idna.BidiRTL:    message.HostIdnaBidiRtl,
	idna.BidiRTLEnd: message.HostIdnaBidiRtlEnd, idna.BidiDigits: message.HostIdnaBidiDigits,
	idna.BidiLTR:    message.HostIdnaBidiLtr,
	idna.BidiLTREnd: message.HostIdnaBidiLtrEnd,
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
func HostMessage(f *hostname.Fault, more int) message.Text {
	id := hostReasons[f.Why]
	values := []string{f.Label, f.Decoded, f.Char}
	switch f.Why {
	case idna.LongName:
		return message.Of(id, strconv.Itoa(f.Bytes), strconv.Itoa(idna.MaxName))
	case idna.LongASCII:
		bytes, uncounted := counted(f)
		return message.Of(id, bytes, uncounted, strconv.Itoa(idna.MaxName))
	case idna.LongLabel:
		bytes, uncounted := counted(f)
		return message.Of(id, f.Label, bytes, uncounted, strconv.Itoa(idna.MaxLabel))
	case idna.NoRoundTrip:
		return message.Of(id, f.Label, f.Decoded, f.Encoded)
	case idna.NotNFC:
		text, label := f.Label, ""
		if f.Decoded != "" {
			text, label = f.Decoded, f.Label
		}
		return message.Of(id, f.Decoded, label, text)
	case idna.EmptyLabel:
		return message.Of(id)
	case idna.NotALabel, idna.NotUTF8:
		return message.Of(id, f.Label)
	case idna.HyphenFirst, idna.HyphensInside, idna.HyphenLast:
		values = values[:2]
	case idna.NotAssigned:
		values = append(values, idna.UnicodeVersion)
	case 0: // the host is not decoded, see [hostname.CheckIDNA]
		return message.Of(message.HostIdnaUtf8, f.Label)
	}
	switch {
	case more == 1:
		values = append(values, "1")
	case more > 1:
		values = append(values, "", strconv.Itoa(more))
	}
	return message.Of(id, values...)
}

// HostHint returns the hint of a fault of a host.
func HostHint(f *hostname.Fault) message.Text {
	switch f.Hint {
	case idna.RemoveDot:
		return message.Of(message.HintDot)
	case idna.Write:
		return message.Of(message.HintWrite, f.Write)
	case idna.WriteFor:
		return message.Of(message.HintWriteFor, f.Write, f.Char)
	case idna.WriteSyllables:
		return message.Of(message.HintSyllables)
	case idna.LeaveOut:
		return message.Of(message.HintLeaveOut)
	}
	return message.Text{}
}

// hostCauses has the message of each cause.
var hostCauses = [hostname.NumCauses]message.ID{
	hostname.TooLong: message.HostUts46Long, hostname.Disallowed: message.HostUts46Disallowed,
	hostname.NoLabel: message.HostUts46Label, hostname.BecomesEmpty: message.HostUts46Empty,
	hostname.BecomesLong: message.HostUts46BecomesLong, hostname.NotInURI: message.HostUts46Uri,
	hostname.BarePrefix: message.HostUts46Prefix,
	hostname.Future:     message.HostLookupFuture, hostname.Nothing: message.HostLookupEmpty,
	hostname.Versions: message.HostLookupVersions, hostname.NoAddress: message.HostIpv4LikeNoAddress,
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
	f.Message = message.Of(hostCauses[r.Cause], values...)
	return f
}
