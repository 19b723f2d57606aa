// What both kernels do with the string; see vector_arm64.s. It reads no byte outside of it.

	MOVD  Shift_Vector(SHIFT), VEC
	ADD   $Vector_Words, VEC, WORDS
	MOVD  I, FIRST
	VMOVI $15, NIBBLE.B16
	ADD   $Vector_Need1, VEC, T0
	VLD1  (T0), [NEED1LO.B16, NEED1HI.B16]
	ADD   $Vector_Need2, VEC, T0
	VLD1  (T0), [NEED2LO.B16, NEED2HI.B16]
	ADD   $Vector_Follow, VEC, T0
	VLD1  (T0), [FOLLOWLO.B16, FOLLOWHI.B16]
	ADD   $Vector_Inner, VEC, T0
	VLD1  (T0), [INNER.B16]
	VEOR  ZERO.B16, ZERO.B16, ZERO.B16
	VEOR  PREV1.B16, PREV1.B16, PREV1.B16
	VEOR  PREV2.B16, PREV2.B16, PREV2.B16
	VEOR  PREV4.B16, PREV4.B16, PREV4.B16
	ADD   $(Vector_Four+Four_Lead), VEC, T0
	VLD1R (T0), [LEAD4.B16]
	SUB   I, LEN, REST
	CMP   $SHORT, REST
	BLE   last
	MOVD  $bits<>(SB), T0
	VLD1  (T0), [BITS.B16]
	VMOVI $128, SIGN.B16

	// The row of Vector.Stay for the state. In the first bytes of a string the state often
	// changes: then it is the row of state 0, which all bytes leave.
row:
	AND  $63, Q, T0
	MOVD $const_shiftBits, T1
	UDIV T1, T0, T0
	CMP  $SETTLED, I
	CSEL LT, ZR, T0, T0
	ADD  $Vector_Stay, VEC, T1
	ADD  T0<<5, T1, T1
	VLD1 (T1), [STAY0.B16, STAY1.B16]

blocks:
	SUB  I, LEN, REST
	CMP  $BLOCK, REST
	BLT  last
	ADD  I, STR, PTR
	VLD1 (PTR), [TEXTA.B16, TEXTB.B16]
	NIBBLES(TEXTA, LOA, HIA)
	NIBBLES(TEXTB, LOB, HIB)
	LOOKUP(NEED1LO, NEED1HI, LOA, HIA, NEED1A)
	LOOKUP(NEED1LO, NEED1HI, LOB, HIB, NEED1B)
	VEOR FAULTS.B16, FAULTS.B16, FAULTS.B16

	// Blocks without lead bytes and without bytes beyond ASCII need no look at the sets,
	// unless the block before ends inside a character.
	VORR TEXTB.B16, TEXTA.B16, X.B16
	VAND SIGN.B16, X.B16, X.B16
	VORR NEED1B.B16, NEED1A.B16, Y.B16
	VORR PREV1.B16, Y.B16, Y.B16
	VORR PREV4.B16, Y.B16, Y.B16
	VORR Y.B16, X.B16, X.B16
	ANY(X)
	CBZ  T0, stays
	LOOKUP(NEED2LO, NEED2HI, LOA, HIA, NEED2A)
	LOOKUP(NEED2LO, NEED2HI, LOB, HIB, NEED2B)
	CHECK(LOA, HIA, NEED1A, NEED2A, PREV1, PREV2, FAULTS)
	CHECK(LOB, HIB, NEED1B, NEED2B, NEED1A, NEED2A, X)
	VMOV  NEED1B.B16, PREV1.B16
	VMOV  NEED2B.B16, PREV2.B16
	VCMEQ LEAD4.B16, TEXTA.B16, NEED1A.B16
	VCMEQ LEAD4.B16, TEXTB.B16, NEED1B.B16
	VORR  NEED1B.B16, NEED1A.B16, Y.B16
	VORR  PREV4.B16, Y.B16, Y.B16
	ANY(Y)
	CBZ   T0, noFours
	FOUR(LOA, HIA, NEED1A, PREV4, FAULTS)
	FOUR(LOB, HIB, NEED1B, NEED1A, X)
	VMOV  NEED1B.B16, PREV4.B16

noFours:
	VORR X.B16, FAULTS.B16, FAULTS.B16

stays:
	LEAVE(TEXTA, LOA, HIA, X)
	LEAVE(TEXTB, LOB, HIB, Y)
	VUMIN Y.B16, X.B16, X.B16
	VCMEQ ZERO.B16, X.B16, X.B16
	VORR  FAULTS.B16, X.B16, X.B16
	ANY(X)
	CBNZ  T0, steps
	MOVD  Q, BEFORE1
	MOVD  Q, BEFORE2
	MOVD  Q, BEFORE3
	ADD   $BLOCK, I
	STAYED
	B     blocks

steps:
	ANY(FAULTS)
	CBNZ T0, stop
	MOVD Q, STATE
	MOVD I, AT
	ADD  $BLOCK, I, LAST

stepsEights:
	FIVE(AT)
	MOVD STATE, AHEAD3
	NEXT(T1, 6, AT)
	MOVD STATE, AHEAD2
	NEXT(T2, 7, AT)
	MOVD STATE, AHEAD1
	NEXT(T3, 8, AT)
	ADD  $8, AT
	CMP  LAST, AT
	BLT  stepsEights
	TST  $63, STATE
	BEQ  stop
	MOVD STATE, Q
	MOVD AHEAD1, BEFORE1
	MOVD AHEAD2, BEFORE2
	MOVD AHEAD3, BEFORE3
	MOVD LAST, I
	B    row

	// The last bytes: first all steps, then all checks. So no check has to be waited for.
last:
	MOVD Q, STATE
	ADD  I, STR, PTR
	MOVD I, AT
	CMP  $8, REST
	BLT  lastFew

lastEights:
	EIGHT(AT)
	TST $63, STATE
	BEQ stop
	ADD $8, AT
	SUB $8, REST
	CMP $8, REST
	BGE lastEights

lastFew:
	CBZ REST, lastCheck
	FEW
	TST $63, STATE
	BEQ stop

lastCheck:
	VEOR FAULTS.B16, FAULTS.B16, FAULTS.B16
	ADD  I, STR, PTR
	SUB  I, LEN, REST
	SUBS $16, REST
	BLT  lastPart

lastBlocks:
	VLD1.P 16(PTR), [TEXTA.B16]
	NIBBLES(TEXTA, LOA, HIA)
	LOOKUP(NEED1LO, NEED1HI, LOA, HIA, NEED1A)
	LOOKUP(NEED2LO, NEED2HI, LOA, HIA, NEED2A)
	CHECK(LOA, HIA, NEED1A, NEED2A, PREV1, PREV2, X)
	VMOV   NEED1A.B16, PREV1.B16
	VMOV   NEED2A.B16, PREV2.B16
	VCMEQ  LEAD4.B16, TEXTA.B16, NEED1A.B16
	VORR   PREV4.B16, NEED1A.B16, Y.B16
	ANY(Y)
	CBZ    T0, lastNoFours
	FOUR(LOA, HIA, NEED1A, PREV4, X)
	VMOV   NEED1A.B16, PREV4.B16

lastNoFours:
	VORR   X.B16, FAULTS.B16, FAULTS.B16
	SUBS   $16, REST
	BGE    lastBlocks

	// Fewer than 16 bytes are left, perhaps none. Load the last 16 bytes of the string, of a
	// shorter one all bytes, and move those that are left to the start of the vector. The
	// places after them get a high nibble that is in no table, so they are in no set: there
	// is a fault if the string ends inside a character.
lastPart:
	ADD   $16, REST
	ADD   STR, LEN, PTR
	CMP   $16, LEN
	BLT   lastShort
	FMOVQ -16(PTR), F16
	B     lastMove

lastShort:
	MOVD (STR), T0   // the first eight bytes, moved to the end of the first half
	NEG  LEN<<3, T1
	LSL  T1, T0, T0
	MOVD -8(PTR), T1
	VMOV T0, TEXTA.D[0]
	VMOV T1, TEXTA.D[1]

lastMove:
	MOVD $places<>+16(SB), T0
	SUB  REST, T0
	VLD1 (T0), [X.B16]
	VTBL X.B16, [TEXTA.B16], TEXTA.B16
	NIBBLES(TEXTA, LOA, HIA)
	VUSHR $4, X.B16, X.B16
	VSLI  $4, X.B16, HIA.B16
	LOOKUP(NEED1LO, NEED1HI, LOA, HIA, NEED1A)
	LOOKUP(NEED2LO, NEED2HI, LOA, HIA, NEED2A)
	CHECK(LOA, HIA, NEED1A, NEED2A, PREV1, PREV2, X)
	VCMEQ LEAD4.B16, TEXTA.B16, NEED1A.B16
	VORR  PREV4.B16, NEED1A.B16, Y.B16
	ANY(Y)
	CBZ   T0, lastPartNoFours
	FOUR(LOA, HIA, NEED1A, PREV4, X)

lastPartNoFours:
	VORR X.B16, FAULTS.B16, FAULTS.B16
	ANY(FAULTS)
	CBNZ T0, stop
	MOVD STATE, Q
	MOVD LEN, I
	B     done

	// Go back to where a character begins.
stop:
	CMP   FIRST, I
	BEQ   done
	ADD   $Vector_Open, VEC, T2
	ADD   I, STR, PTR
	MOVBU -3(PTR), T3
	MOVBU -2(PTR), T0
	MOVBU -1(PTR), T1
	MOVBU (T2)(T3), T3
	MOVBU (T2)(T0), T0
	MOVBU (T2)(T1), T1
	TBNZ  $2, T3, stopThree
	TBNZ  $1, T0, stopTwo
	TBZ   $0, T1, done
	SUB   $1, I
	MOVD  BEFORE1, Q
	B     done

stopTwo:
	SUB  $2, I
	MOVD BEFORE2, Q
	B    done

stopThree:
	SUB  $3, I
	MOVD BEFORE3, Q

done:
	AND $63, Q
