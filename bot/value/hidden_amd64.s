//go:build !purego

#include "textflag.h"

// The 64 units are in X0 to X7, eight in each. Rows lie at multiples of 16 bytes.

// Adds max(units, 0) times the output weights to the two sums in X13, widened to
// 64 bits. X14 is 0.
#define contribute(offset, units) \
	PMAXSW X14, units; \
	MOVOU offset(DX), X8; \
	PMADDWL X8, units; \
	MOVO X14, X9; \
	PCMPGTL units, X9; \
	MOVO units, X10; \
	PUNPCKLLQ X9, units; \
	PUNPCKHLQ X9, X10; \
	PADDQ units, X13; \
	PADDQ X10, X13

// func hiddenLayer(rows *int16, list []uint16, bias, out *[hidden]int16, wide *int16) (deep, direct int64)
TEXT ·hiddenLayer(SB), NOSPLIT, $0-72
	MOVQ rows+0(FP), SI
	MOVQ list_base+8(FP), DI
	MOVQ list_len+16(FP), CX
	MOVQ bias+32(FP), AX
	MOVQ out+40(FP), DX
	MOVQ wide+48(FP), R8
	XORL R10, R10
	MOVOU 0(AX), X0
	MOVOU 16(AX), X1
	MOVOU 32(AX), X2
	MOVOU 48(AX), X3
	MOVOU 64(AX), X4
	MOVOU 80(AX), X5
	MOVOU 96(AX), X6
	MOVOU 112(AX), X7
	TESTQ CX, CX
	JZ    summed

next:
	MOVWQZX (DI), BX
	ADDQ    $2, DI
	MOVWQSX (R8)(BX*2), R9
	ADDQ    R9, R10
	SHLQ    $7, BX
	ADDQ    SI, BX
	PADDW   0(BX), X0
	PADDW   16(BX), X1
	PADDW   32(BX), X2
	PADDW   48(BX), X3
	PADDW   64(BX), X4
	PADDW   80(BX), X5
	PADDW   96(BX), X6
	PADDW   112(BX), X7
	DECQ    CX
	JNZ     next

summed:
	PXOR X13, X13
	PXOR X14, X14
	contribute(0, X0)
	contribute(16, X1)
	contribute(32, X2)
	contribute(48, X3)
	contribute(64, X4)
	contribute(80, X5)
	contribute(96, X6)
	contribute(112, X7)
	MOVHLPS X13, X8
	PADDQ   X8, X13
	MOVQ    X13, deep+56(FP)
	MOVQ    R10, direct+64(FP)
	RET
