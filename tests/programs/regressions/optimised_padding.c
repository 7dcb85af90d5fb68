// Optimised code stores and copies padding together with the members beside it.
// args: --optimise 2
// expect: assert holds
// variant: -DWRONG
// expect: assert violated
#include <assert.h>
#include <string.h>

struct padded { char letter; int number; };
union word { struct padded padded; long long whole; };

struct padded shared = { 'a', 1 };
union word word = { .padded = { 'b', 2 } };
unsigned char seen[sizeof(struct padded)];

__attribute__((noinline)) static void fill(struct padded *to, int byte) { memset(to, byte, sizeof *to); }
__attribute__((noinline)) static void copy(struct padded *to, const struct padded *from) { memcpy(to, from, sizeof *to); }
__attribute__((noinline)) static void look(const struct padded *at) { memcpy(seen, at, sizeof seen); }

int main(void) {
    struct padded local;
    fill(&shared, 0x11);
    copy(&local, &shared);
    look(&local);
    assert(seen[0] == 0x11 && seen[7] == 0x11);
#ifdef WRONG
    assert(seen[2] == 0);
#else
    assert(seen[2] == 0x11);
#endif
    word.whole = 0x0102030405060708;
    look(&word.padded);
    assert(seen[1] == 7 && seen[3] == 5);
    copy(&word.padded, &local);
    assert(word.whole == 0x1111111111111111);
    return 0;
}
