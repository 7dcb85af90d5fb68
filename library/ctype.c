/* <ctype.h> in the "C" locale, as functions and as the tables that glibc's
   macros look into. */

#include "raddle.h"

static int within(int character, int first, int last)
{
    return character >= first && character <= last;
}

int isupper(int character)
{
    return within(character, 'A', 'Z');
}

int islower(int character)
{
    return within(character, 'a', 'z');
}

int isdigit(int character)
{
    return within(character, '0', '9');
}

int isalpha(int character)
{
    return isupper(character) || islower(character);
}

int isalnum(int character)
{
    return isalpha(character) || isdigit(character);
}

int isxdigit(int character)
{
    return isdigit(character) || within(character, 'a', 'f') || within(character, 'A', 'F');
}

int isspace(int character)
{
    return character == ' ' || within(character, '\t', '\r');
}

int isblank(int character)
{
    return character == ' ' || character == '\t';
}

int iscntrl(int character)
{
    return within(character, 0, 31) || character == 127;
}

int isprint(int character)
{
    return within(character, 32, 126);
}

int isgraph(int character)
{
    return within(character, 33, 126);
}

int ispunct(int character)
{
    return isgraph(character) && !isalnum(character);
}

int isascii(int character)
{
    return within(character, 0, 127);
}

int toascii(int character)
{
    return character & 127;
}

int tolower(int character)
{
    return isupper(character) ? character - 'A' + 'a' : character;
}

int toupper(int character)
{
    return islower(character) ? character - 'a' + 'A' : character;
}

/* ---- glibc's table: one set of properties for each of -128 .. 255 ---- */

#define UPPER (1 << 8)
#define LOWER (1 << 9)
#define ALPHA (1 << 10)
#define DIGIT (1 << 11)
#define XDIGIT (1 << 12)
#define SPACE (1 << 13)
#define PRINT (1 << 14)
#define GRAPH (1 << 15)
#define BLANK (1 << 0)
#define CNTRL (1 << 1)
#define PUNCT (1 << 2)
#define ALNUM (1 << 3)

#define AT(character) (128 + (character))
#define LETTER (PRINT | GRAPH | ALPHA | ALNUM)
#define SIGN (PRINT | GRAPH | PUNCT)

static const unsigned short properties[384] = {
    [AT(0) ... AT(8)] = CNTRL,
    [AT('\t')] = CNTRL | SPACE | BLANK,
    [AT('\n') ... AT('\r')] = CNTRL | SPACE,
    [AT(14) ... AT(31)] = CNTRL,
    [AT(' ')] = PRINT | SPACE | BLANK,
    [AT('!') ... AT('/')] = SIGN,
    [AT('0') ... AT('9')] = PRINT | GRAPH | DIGIT | XDIGIT | ALNUM,
    [AT(':') ... AT('@')] = SIGN,
    [AT('A') ... AT('F')] = LETTER | UPPER | XDIGIT,
    [AT('G') ... AT('Z')] = LETTER | UPPER,
    [AT('[') ... AT('`')] = SIGN,
    [AT('a') ... AT('f')] = LETTER | LOWER | XDIGIT,
    [AT('g') ... AT('z')] = LETTER | LOWER,
    [AT('{') ... AT('~')] = SIGN,
    [AT(127)] = CNTRL,
};

static const unsigned short *const properties_of_zero = properties + 128;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&properties_of_zero;
}

/* ---- glibc's tables of other cases, for the same range ---- */

#define FOUR(first) (first), (first) + 1, (first) + 2, (first) + 3
#define SIXTEEN(first) FOUR(first), FOUR((first) + 4), FOUR((first) + 8), FOUR((first) + 12)
#define SIXTY_FOUR(first)                                                                          \
    SIXTEEN(first), SIXTEEN((first) + 16), SIXTEEN((first) + 32), SIXTEEN((first) + 48)
#define ALPHABET(first)                                                                            \
    SIXTEEN(first), FOUR((first) + 16), FOUR((first) + 20), (first) + 24, (first) + 25

/* -128 .. -1: as characters of the other signedness; -1 is EOF. */
#define NEGATIVE                                                                                   \
    SIXTY_FOUR(128), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), FOUR(240), FOUR(244), FOUR(248),    \
        252, 253, 254, -1

static const int lower_case[384] = {
    NEGATIVE, SIXTY_FOUR(0), '@', ALPHABET('a'), FOUR('['), '_', '`', ALPHABET('a'),
    FOUR('{'), 127, SIXTY_FOUR(128), SIXTY_FOUR(192),
};

static const int upper_case[384] = {
    NEGATIVE, SIXTY_FOUR(0), '@', ALPHABET('A'), FOUR('['), '_', '`', ALPHABET('A'),
    FOUR('{'), 127, SIXTY_FOUR(128), SIXTY_FOUR(192),
};

static const int *const lower_case_of_zero = lower_case + 128;
static const int *const upper_case_of_zero = upper_case + 128;

const int **__ctype_tolower_loc(void)
{
    return (const int **)&lower_case_of_zero;
}

const int **__ctype_toupper_loc(void)
{
    return (const int **)&upper_case_of_zero;
}
