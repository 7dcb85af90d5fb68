/* Streams. Output goes nowhere, input is any. */

#include "format.h"
#include "read.h"
#include "thread.h"

void *malloc(size_t size);
size_t strlen(const char *string);

typedef struct {
    char unused;
} FILE;

static FILE standard_streams[3];
FILE *stdin = &standard_streams[0];
FILE *stdout = &standard_streams[1];
FILE *stderr = &standard_streams[2];

/* Something went wrong outside: any error. */
static int fail(void)
{
    int error = __raddle_nondet_int();
    __raddle_assume(error > 0);
    errno = error;
    return -1;
}

/* ---- output: whether it works is open, and costs nothing if nobody looks; what
   it is given is read ---- */

/* All of these without branches and assumptions, which would be decided although nobody
   looks at the result. */

/* The character, or EOF. */
static int written_or_eof(int character)
{
    return (unsigned char)character | -(int)__raddle_nondet_bool();
}

/* 0, or EOF. */
static int zero_or_eof(void)
{
    return -(int)__raddle_nondet_bool();
}

/* Not negative, or EOF. */
static int number_or_eof(void)
{
    int number = __raddle_nondet_int();
    return number | -(int)(number < 0);
}

DEFINE_PRINT(printf, )
DEFINE_PRINT(fprintf, FILE *stream, )
DEFINE_PRINT(dprintf, int descriptor, )
DEFINE_PRINT_LIST(vprintf, )
DEFINE_PRINT_LIST(vfprintf, FILE *stream, )
DEFINE_PRINT_LIST(vdprintf, int descriptor, )

int puts(const char *string)
{
    __raddle_read_string(string);
    return number_or_eof();
}

int fputs(const char *string, FILE *stream)
{
    __raddle_read_string(string);
    return number_or_eof();
}

int putchar(int character)
{
    return written_or_eof(character);
}

int putc(int character, FILE *stream)
{
    return written_or_eof(character);
}

int fputc(int character, FILE *stream)
{
    return written_or_eof(character);
}

int _IO_putc(int character, FILE *stream)
{
    return written_or_eof(character);
}

int putchar_unlocked(int character)
{
    return written_or_eof(character);
}

int putc_unlocked(int character, FILE *stream)
{
    return written_or_eof(character);
}

int fflush(FILE *stream)
{
    return zero_or_eof();
}

void perror(const char *message)
{
    if (message != NULL)
        __raddle_read_string(message);
}

void psignal(int signal, const char *message)
{
    if (message != NULL)
        __raddle_read_string(message);
}

/* ---- input ---- */

static int any_character(void)
{
    return __raddle_nondet_bool() ? -1 : __raddle_nondet_uchar();
}

int getchar(void)
{
    return any_character();
}

int getchar_unlocked(void)
{
    return any_character();
}

int getc(FILE *stream)
{
    return any_character();
}

int fgetc(FILE *stream)
{
    return any_character();
}

int _IO_getc(FILE *stream)
{
    return any_character();
}

int ungetc(int character, FILE *stream)
{
    __raddle_unsupported("ungetc");
    return character;
}

/* A line ends with its newline, with the end of the input, or with the room. */
char *fgets(char *to, int size, FILE *stream)
{
    int length = 0;
    if (size <= 0 || __raddle_nondet_bool())
        return NULL;
    while (length < size - 1) {
        char character = __raddle_nondet_char();
        to[length++] = character;
        if (character == '\n' || __raddle_nondet_bool())
            break;
    }
    to[length] = 0;
    return to;
}

char *gets(char *to)
{
    __raddle_unsupported("gets");
    return NULL;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    size_t bytes = size * count, done = 0;
    char *at = to;
    while (done < bytes && __raddle_nondet_bool())
        at[done++] = __raddle_nondet_char();
    return size == 0 ? 0 : done / size;
}

/* The program may have a `read` of its own that is none of this. */
static ssize_t read_any(char *at, size_t size)
{
    size_t done = 0;
    __raddle_cancellation_point();
    if (__raddle_nondet_bool())
        return fail();
    while (done < size && __raddle_nondet_bool())
        at[done++] = __raddle_nondet_char();
    return (ssize_t)done;
}

ssize_t read(int descriptor, void *to, size_t size)
{
    return read_any(to, size);
}

/* With _FORTIFY_SOURCE. */
ssize_t __read_chk(int descriptor, void *to, size_t size, size_t room)
{
    __raddle_check_memory(size <= room, "writes more than there is room for");
    return read_any(to, size);
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    __raddle_unsupported("getline");
    return -1;
}

/* ---- writing blocks ---- */

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)
{
    size_t written;
    if (size == 0)
        return 0;
    written = __raddle_nondet_size_t();
    __raddle_read_bytes(from, size * count);
    __raddle_assume(written <= count);
    return written;
}

ssize_t write(int descriptor, const void *from, size_t size)
{
    ssize_t written;
    __raddle_cancellation_point();
    written = (ssize_t)__raddle_nondet_long();
    __raddle_read_bytes(from, size);
    __raddle_assume(written >= -1 && written <= (ssize_t)size);
    return written < 0 ? fail() : written;
}

/* ---- files ---- */

FILE *fopen(const char *path, const char *mode)
{
    __raddle_read_string(path);
    __raddle_read_string(mode);
    if (__raddle_nondet_bool()) {
        fail();
        return NULL;
    }
    return malloc(sizeof(FILE));
}

static int is_standard(FILE *stream)
{
    return stream == &standard_streams[0] || stream == &standard_streams[1] ||
           stream == &standard_streams[2];
}

/* Closing twice is like freeing twice. */
int fclose(FILE *stream)
{
    if (!is_standard(stream))
        __raddle_free(stream);
    return __raddle_nondet_bool() ? fail() : 0;
}

int feof(FILE *stream)
{
    return __raddle_nondet_bool();
}

int ferror(FILE *stream)
{
    return __raddle_nondet_bool();
}

void clearerr(FILE *stream)
{
}

void rewind(FILE *stream)
{
}

int fseek(FILE *stream, long offset, int from)
{
    return __raddle_nondet_bool() ? fail() : 0;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
}

void setlinebuf(FILE *stream)
{
}

int fileno(FILE *stream)
{
    for (int number = 0; number < 3; number++)
        if (stream == &standard_streams[number])
            return number;
    return 3 + __raddle_nondet_uchar();
}

void flockfile(FILE *stream)
{
    __raddle_unsupported("flockfile");
}

void funlockfile(FILE *stream)
{
    __raddle_unsupported("funlockfile");
}

int open(const char *path, int flags, ...)
{
    __raddle_cancellation_point();
    __raddle_read_string(path);
    return __raddle_nondet_bool() ? fail() : 3 + __raddle_nondet_uchar();
}

int close(int descriptor)
{
    __raddle_cancellation_point();
    return __raddle_nondet_bool() ? fail() : 0;
}
