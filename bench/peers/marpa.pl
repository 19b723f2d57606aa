# Marpa (Debian's libmarpa-r2-perl), an Earley parser, with a grammar in ABNF: marpa.pl FILE RULE. What comes in and goes
# out is that of peers.mjs. The reader of ABNF (RFC 5234) is the one below: it shares nothing with this module's.
use strict;
use warnings;
use JSON::PP;
use Marpa::R2;
use Time::HiRes 'time';

my ($file, $top) = @ARGV;
open my $in, '<', $file or die "$file: $!";
my $text = join '', <$in>;
$text .= "\nALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\nHEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n";
$text =~ s{"[^"]*"(*SKIP)(*FAIL)|;.*}{}g;
my @rules = map { [split /\s*=\s*/, $_, 2] } grep { /\S/ } split /\n(?=[A-Za-z])/, $text;

my ($bnf, $made) = ('', 0);
sub rule { my $name = 'made' . $made++; $bnf .= join '', map { "$name ::= $_\n" } @_; $name }
sub named { (my $n = lc shift) =~ s/-/_/g; "rule_$n" }
sub class { my ($from, $to) = @_; sprintf '[\\x{%X}-\\x{%X}]', $from, $to // $from }
sub letter { my ($c) = @_; $c =~ /[a-z]/i ? sprintf('[\\x{%X}\\x{%X}]', ord lc $c, ord uc $c) : class(ord $c) }

# Each function takes what it reads from the start of $_, and returns a symbol.
sub alternation { my @all = concatenation(); push @all, concatenation() while s{^\s*/}{}; rule(@all) }
sub concatenation { my @all; while (!m{^\s*([/)\]]|$)}) { push @all, repetition() } rule("@all") }
sub repetition {
    s/^\s*((\d*)\*(\d*)|(\d+))?//;
    my ($least, $most) = defined $4 ? ($4, $4) : defined $1 ? ($2 || 0, $3) : (1, 1);
    my $x = element();
    my $rest = rule('');
    if ($most eq '') {
        $rest = 'made' . $made++;
        $bnf .= "$rest ::=\n$rest ::= $x $rest\n";
    } else {
        $rest = rule('', "$x $rest") for $least + 1 .. $most;
    }
    rule(join ' ', ($x) x $least, $rest);
}
sub element {
    if (s/^\(//) { my $x = alternation(); s/^\s*\)// or die "no ) at $_"; return $x }
    if (s/^\[//) { my $x = alternation(); s/^\s*\]// or die "no ] at $_"; return rule('', $x) }
    if (s/^"([^"]*)"//) { return rule(join ' ', map { letter($_) } split //, $1) }
    if (s/^%x([0-9A-F.-]+)//i) { my $v = $1; return rule($v =~ /-/ ? class(map { hex } split /-/, $v) : join ' ', map { class(hex) } split /\./, $v) }
    if (s/^<[^>]*>//) { return rule('') } # 0<pchar>, which is repeated no times
    s/^([A-Za-z][A-Za-z0-9-]*)// or die "no element at $_";
    named($1);
}
for my $r (@rules) {
    local $_ = $r->[1];
    $bnf .= named($r->[0]) . ' ::= ' . alternation() . "\n";
}
my $source = "inaccessible is ok by default\n:default ::= action => ::undef\nlexeme default = latm => 1\n:start ::= all\nall ::= " . named($top) . " [\\x{10FFFF}]\n$bnf"; # Marpa reads no empty string
my $grammar = Marpa::R2::Scanless::G->new({ source => \$source });

sub valid {
    my $s = "$_[0]\x{10FFFF}";
    my $r = Marpa::R2::Scanless::R->new({ grammar => $grammar });
    return eval { $r->read(\$s) == length $s } && defined eval { $r->value } ? 1 : 0;
}
my $json = JSON::PP->new->utf8->allow_nonref;
my @strings = map { $json->decode($_) } <STDIN>;
my $start = time;
my $verdicts = join '', map { valid($_) } @strings;
printf "%s\n%s\n%.0f\n", $Marpa::R2::VERSION, $verdicts, (time - $start) / @strings * 1e9;
