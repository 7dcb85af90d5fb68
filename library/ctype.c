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
