/* <math.h>, as far as it is exact: what the instructions can compute. */

#include "raddle.h"

/* The compiler would turn its own spellings of these into calls of the very
   functions that we define, so they are named as instructions. */
#define DEFINE_UNARY(name)                                                                         \
    double name##_instruction(double) __asm__("llvm." #name ".f64");                               \
    float name##f_instruction(float) __asm__("llvm." #name ".f32");                                \
    double name(double number)                                                                     \
    {                                                                                              \
        return name##_instruction(number);                                                         \
    }                                                                                              \
    float name##f(float number)                                                                    \
    {                                                                                              \
        return name##f_instruction(number);                                                        \
    }

DEFINE_UNARY(fabs)
DEFINE_UNARY(sqrt)
DEFINE_UNARY(floor)
DEFINE_UNARY(ceil)
DEFINE_UNARY(trunc)
DEFINE_UNARY(round)
DEFINE_UNARY(rint)
DEFINE_UNARY(nearbyint)

/* Of a number and a NaN: the number. */
double fmin(double one, double other)
{
    if (one != one)
        return other;
    return other < one ? other : one;
}

float fminf(float one, float other)
{
    if (one != one)
        return other;
    return other < one ? other : one;
}

double fmax(double one, double other)
{
    if (one != one)
        return other;
    return other > one ? other : one;
}

float fmaxf(float one, float other)
{
    if (one != one)
        return other;
    return other > one ? other : one;
}

/* ---- what the macros isnan, isinf, signbit and isfinite may call ---- */

int __isnan(double number)
{
    return number != number;
}

int __isnanf(float number)
{
    return number != number;
}

int __isinf(double number)
{
    return number == __builtin_inf() ? 1 : number == -__builtin_inf() ? -1 : 0;
}

int __isinff(float number)
{
    return number == __builtin_inff() ? 1 : number == -__builtin_inff() ? -1 : 0;
}

int __finite(double number)
{
    return number - number == 0;
}

int __finitef(float number)
{
    return number - number == 0;
}

/* ---- inexact ones ---- */

#define DEFINE_UNSUPPORTED(name)                                                                   \
    double name(double number)                                                                     \
    {                                                                                              \
        __raddle_unsupported(#name);                                                               \
        return number;                                                                             \
    }                                                                                              \
    float name##f(float number)                                                                    \
    {                                                                                              \
        __raddle_unsupported(#name);                                                               \
        return number;                                                                             \
    }

DEFINE_UNSUPPORTED(sin)
DEFINE_UNSUPPORTED(cos)
DEFINE_UNSUPPORTED(tan)
DEFINE_UNSUPPORTED(asin)
DEFINE_UNSUPPORTED(acos)
DEFINE_UNSUPPORTED(atan)
DEFINE_UNSUPPORTED(sinh)
DEFINE_UNSUPPORTED(cosh)
DEFINE_UNSUPPORTED(tanh)
DEFINE_UNSUPPORTED(exp)
DEFINE_UNSUPPORTED(exp2)
DEFINE_UNSUPPORTED(log)
DEFINE_UNSUPPORTED(log2)
DEFINE_UNSUPPORTED(log10)
DEFINE_UNSUPPORTED(cbrt)

double pow(double base, double exponent)
{
    __raddle_unsupported("pow");
    return base;
}

float powf(float base, float exponent)
{
    __raddle_unsupported("pow");
    return base;
}

double fmod(double number, double divisor)
{
    __raddle_unsupported("fmod");
    return number;
}
