//go:build arm64 && !purego

#include "go_asm.h"
#include "textflag.h"

// The two kernels differ only in NEXT, which makes a step: vectorSplit also stores the end
// of the state. What they have in common is in vector_arm64.h.

#define SHORT    96  // up to so many bytes are read as a whole, not by blocks
#define SETTLED  64  // after so many bytes the string is probably in a state with a loop
#define BLOCK    32  // bytes that are checked at once in longer strings

// Seven times 1, then 0: from place n-1 on, a mask for eight bytes of which only the last n
// are to be read.
DATA still<>+0(SB)/8, $0x0001010101010101
DATA still<>+8(SB)/8, $0
GLOBL still<>(SB), RODATA|NOPTR, $16

// The numbers from 0 to 31: from place 16-n on, the indexes that move the last n bytes of
// a vector to its start, and larger ones after them.
DATA places<>+0(SB)/8, $0x0706050403020100
DATA places<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA places<>+16(SB)/8, $0x1716151413121110
DATA places<>+24(SB)/8, $0x1f1e1d1c1b1a1918
GLOBL places<>(SB), RODATA|NOPTR, $32

// The bit for each high nibble in an element of Vector.Stay.
DATA bits<>+0(SB)/8, $0x8040201008040201
DATA bits<>+8(SB)/8, $0x8040201008040201
GLOBL bits<>(SB), RODATA|NOPTR, $16

// Arguments and results.
#define SHIFT    R0
#define STR      R1
#define LEN      R2
#define I        R3
#define Q        R4
#define ENDS     R5

#define WORDS    R6  // what the steps look up, of the Vector
#define STATE    R7  // the state; only the lowest six bits count
#define PTR      R8  // a place in the string
#define REST     R9  // how many bytes are left
#define VEC      R10 // *Vector
#define FIRST    R11 // the offset where the Vector has started
#define AT       R12 // an offset
#define LAST     R13 // the largest offset for a loop
#define T0       R14
#define T1       R15
#define T2       R16
#define T3       R17
#define T4       R19

// The states before the last three bytes of the block that was read last, and of the one that
// is being read: a block can end inside a character, and the tables need a place where one
// begins. BEFORE1 to BEFORE3 are set as soon as I is not FIRST.
#define BEFORE1  R20
#define BEFORE2  R21
#define BEFORE3  R22
#define AHEAD1   R23
#define AHEAD2   R24
#define AHEAD3   R25

// NEXT goes from STATE to the next one: the word of a byte, shifted by the state. n is the
// offset after the byte, less off.
#define NEXT(word, n, off) \
	LSR STATE, word, STATE

// STAYED notes that a block has left the state as it is.
#define STAYED

// WORDS4 loads the words of four bytes.
#define WORDS4 \
	MOVD (WORDS)(T0<<3), T0 \
	MOVD (WORDS)(T1<<3), T1 \
	MOVD (WORDS)(T2<<3), T2 \
	MOVD (WORDS)(T3<<3), T3

// FIVE reads the first five of the eight bytes at PTR, which is at offset off, and leaves the
// words of the other three in T1 to T3. It moves PTR by eight.
#define FIVE(off) \
	MOVBU.P 8(PTR), T0  \
	MOVBU   -7(PTR), T1 \
	MOVBU   -6(PTR), T2 \
	MOVBU   -5(PTR), T3 \
	WORDS4              \
	NEXT(T0, 1, off)    \
	NEXT(T1, 2, off)    \
	NEXT(T2, 3, off)    \
	NEXT(T3, 4, off)    \
	MOVBU   -4(PTR), T0 \
	MOVBU   -3(PTR), T1 \
	MOVBU   -2(PTR), T2 \
	MOVBU   -1(PTR), T3 \
	WORDS4              \
	NEXT(T0, 5, off)

// EIGHT reads the eight bytes at PTR, which is at offset off, and moves PTR.
#define EIGHT(off) \
	FIVE(off)        \
	NEXT(T1, 6, off) \
	NEXT(T2, 7, off) \
	NEXT(T3, 8, off)

// FEW reads the last REST bytes of the string, one to seven: as its last eight bytes, of
// which the first ones change nothing. They get the words from Words[256] on.
#define FEW \
	MOVD $still<>(SB), T4 \
	ADD  REST, T4, REST   \
	ADD  STR, LEN, PTR    \
	SUB  $8, LEN, AT      \
	FEW4(0)               \
	FEW4(4)

#define FEW4(k) \
	MOVBU (k-8)(PTR), T0 \
	MOVBU (k-7)(PTR), T1 \
	MOVBU (k-6)(PTR), T2 \
	MOVBU (k-5)(PTR), T3 \
	STILL(k-1, T0)       \
	STILL(k+0, T1)       \
	STILL(k+1, T2)       \
	STILL(k+2, T3)       \
	WORDS4               \
	NEXT(T0, k+1, AT)    \
	NEXT(T1, k+2, AT)    \
	NEXT(T2, k+3, AT)    \
	NEXT(T3, k+4, AT)

#define STILL(k, byte) \
	MOVBU (k)(REST), T4 \
	ORR   T4<<8, byte, byte

// The registers of a Vector's tables. Those of a pair come one after the other.
#define NIBBLE   V0
#define NEED1LO  V1
#define NEED1HI  V2
#define NEED2LO  V3
#define NEED2HI  V4
#define FOLLOWLO V5
#define FOLLOWHI V6
#define INNER    V7
#define STAY0    V8
#define STAY1    V9
#define BITS     V10
#define SIGN     V11
#define ZERO     V12
// What the last 16 bytes need: that of the byte after them, and of the one after that.
#define PREV1    V13
#define PREV2    V14
#define FAULTS   V15
// A block.
#define TEXTA    V16
#define TEXTB    V17
#define LOA      V18
#define LOB      V19
#define HIA      V20
#define HIB      V21
#define NEED1A   V22
#define NEED1B   V23
#define NEED2A   V24
#define NEED2B   V25
#define X        V26
#define Y        V27
#define Z        V28
#define W        V29
// The lead byte of four bytes, and where it is in the last 16 bytes.
#define LEAD4    V30
#define PREV4    V31

#define NIBBLES(text, lo, hi) \
	VAND  NIBBLE.B16, text.B16, lo.B16 \
	VUSHR $4, text.B16, hi.B16

// LOOKUP sets to what a pair of tables says of the bytes with these nibbles.
#define LOOKUP(lowtable, hightable, lo, hi, to) \
	VTBL lo.B16, [lowtable.B16], to.B16 \
	VTBL hi.B16, [hightable.B16], W.B16 \
	VAND W.B16, to.B16, to.B16

// CHECK sets to, which may be X, to zero but for the bytes that are not what the bytes before them
// need: not in a set that a lead byte asks for, or in one that nothing asks for. prev1 and prev2 are
// need1 and need2 of the 16 bytes before.
#define CHECK(lo, hi, need1, need2, prev1, prev2, to) \
	LOOKUP(FOLLOWLO, FOLLOWHI, lo, hi, X)   \
	VEXT   $15, need1.B16, prev1.B16, Y.B16 \
	VEXT   $14, need2.B16, prev2.B16, Z.B16 \
	VORR   Z.B16, Y.B16, Y.B16              \
	VCMTST Y.B16, X.B16, Z.B16              \
	VAND   INNER.B16, X.B16, X.B16          \
	VORR   Y.B16, X.B16, to.B16             \
	VBIT   Z.B16, ZERO.B16, to.B16

// FOUR corrects the faults that CHECK has found, for characters of four bytes: the last three of those
// are in the sets of Vector.Four, and in no others. fours and prev are where their lead byte is, in
// these 16 bytes and in those before. It destroys NEED2A and NEED2B.
#define FOUR(lo, hi, fours, prev, faults) \
	ADD     $(Vector_Four+Four_Need), VEC, T0 \
	VLD1R.P 1(T0), [NEED2B.B16]               \
	VEXT    $15, fours.B16, prev.B16, Y.B16   \
	VAND    Y.B16, NEED2B.B16, NEED2B.B16     \
	FOURTH(14, fours, prev)                   \
	FOURTH(13, fours, prev)                   \
	VLD1    (T0), [Z.B16, W.B16]              \
	VTBL    lo.B16, [Z.B16], Z.B16            \
	VTBL    hi.B16, [W.B16], W.B16            \
	VAND    W.B16, Z.B16, Z.B16               \
	VCMTST  NEED2B.B16, Z.B16, Z.B16          \
	VAND    Y.B16, Z.B16, Z.B16               \
	VORR    Y.B16, faults.B16, faults.B16     \
	VBIT    Z.B16, ZERO.B16, faults.B16

// FOURTH adds one of the places after the lead byte to Y, and its sets to NEED2B. Four.Follow comes
// right after Four.Need.
#define FOURTH(n, fours, prev) \
	VLD1R.P 1(T0), [NEED2A.B16]           \
	VEXT    $n, fours.B16, prev.B16, Z.B16 \
	VORR    Z.B16, Y.B16, Y.B16           \
	VAND    Z.B16, NEED2A.B16, NEED2A.B16 \
	VORR    NEED2A.B16, NEED2B.B16, NEED2B.B16

// LEAVE sets to zero the bytes that leave the state whose row of Vector.Stay is in STAY0
// and STAY1. It destroys lo.
#define LEAVE(text, lo, hi, to) \
	VUSHR $7, text.B16, W.B16                    \
	VSLI  $4, W.B16, lo.B16                      \
	VTBL  lo.B16, [STAY0.B16, STAY1.B16], to.B16 \
	VTBL  hi.B16, [BITS.B16], W.B16              \
	VAND  W.B16, to.B16, to.B16

// ANY sets T0 to a number other than 0 if a bit of v is set.
#define ANY(v) \
	VMOV v.D[0], T0 \
	VMOV v.D[1], T1 \
	ORR  T1, T0, T0

// func vectorMatch(h *Shift, s string, i int, q uint64) (stop int, state uint64)
TEXT ·vectorMatch(SB), NOSPLIT, $0-56
	MOVD h+0(FP), SHIFT
	MOVD s_base+8(FP), STR
	MOVD s_len+16(FP), LEN
	MOVD i+24(FP), I
	MOVD q+32(FP), Q
#include "vector_arm64.h"
	MOVD I, stop+40(FP)
	MOVD Q, state+48(FP)
	RET

#undef NEXT
#define NEXT(word, n, off) \
	LSR  STATE, word, STATE \
	ADD  $n, off, word      \
	AND  $63, STATE, T4     \
	MOVW word, (ENDS)(T4<<2)

#undef STAYED
#define STAYED \
	AND  $63, Q, T4 \
	MOVW I, (ENDS)(T4<<2)

// func vectorSplit(h *Shift, s string, i int, q uint64, end *[64]uint32) (stop int, state uint64)
TEXT ·vectorSplit(SB), NOSPLIT, $0-64
	MOVD h+0(FP), SHIFT
	MOVD s_base+8(FP), STR
	MOVD s_len+16(FP), LEN
	MOVD i+24(FP), I
	MOVD q+32(FP), Q
	MOVD end+40(FP), ENDS
#include "vector_arm64.h"
	MOVD I, stop+48(FP)
	MOVD Q, state+56(FP)
	RET
