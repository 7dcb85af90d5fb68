// micro(s) (tables 1 and 2 of the paper): up to 10 threads that do nothing but increment
// a shared variable, s times each, to see how a tool scales in threads and switches.
// Property: after its increments a thread finds the variable positive. It holds, however
// many increments get lost: whatever is written is one more than what was read, and
// nothing negative is ever read.
//   -DTHREADS=n      number of threads, 1 to 10 (2)
//   -DSTATEMENTS=s   increments of each thread, 0 < s <= 100 (100)
//   -DTOO_MUCH       expects that no increment gets lost: violated
// No loops, since the paper unrolls nothing here (B = 1): a line is a statement, and those
// beyond s are not compiled.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef STATEMENTS
#define STATEMENTS 100
#endif
#define INCREMENT(number) if (number <= STATEMENTS) shared++;
#define START(number) if (number <= THREADS) pthread_create(&threads[number], 0, incrementer, 0);
#define JOIN(number) if (number <= THREADS) pthread_join(threads[number], 0);

static int shared;

static void *incrementer(void *unused) {
    INCREMENT(1)
    INCREMENT(2)
    INCREMENT(3)
    INCREMENT(4)
    INCREMENT(5)
    INCREMENT(6)
    INCREMENT(7)
    INCREMENT(8)
    INCREMENT(9)
    INCREMENT(10)
    INCREMENT(11)
    INCREMENT(12)
    INCREMENT(13)
    INCREMENT(14)
    INCREMENT(15)
    INCREMENT(16)
    INCREMENT(17)
    INCREMENT(18)
    INCREMENT(19)
    INCREMENT(20)
    INCREMENT(21)
    INCREMENT(22)
    INCREMENT(23)
    INCREMENT(24)
    INCREMENT(25)
    INCREMENT(26)
    INCREMENT(27)
    INCREMENT(28)
    INCREMENT(29)
    INCREMENT(30)
    INCREMENT(31)
    INCREMENT(32)
    INCREMENT(33)
    INCREMENT(34)
    INCREMENT(35)
    INCREMENT(36)
    INCREMENT(37)
    INCREMENT(38)
    INCREMENT(39)
    INCREMENT(40)
    INCREMENT(41)
    INCREMENT(42)
    INCREMENT(43)
    INCREMENT(44)
    INCREMENT(45)
    INCREMENT(46)
    INCREMENT(47)
    INCREMENT(48)
    INCREMENT(49)
    INCREMENT(50)
    INCREMENT(51)
    INCREMENT(52)
    INCREMENT(53)
    INCREMENT(54)
    INCREMENT(55)
    INCREMENT(56)
    INCREMENT(57)
    INCREMENT(58)
    INCREMENT(59)
    INCREMENT(60)
    INCREMENT(61)
    INCREMENT(62)
    INCREMENT(63)
    INCREMENT(64)
    INCREMENT(65)
    INCREMENT(66)
    INCREMENT(67)
    INCREMENT(68)
    INCREMENT(69)
    INCREMENT(70)
    INCREMENT(71)
    INCREMENT(72)
    INCREMENT(73)
    INCREMENT(74)
    INCREMENT(75)
    INCREMENT(76)
    INCREMENT(77)
    INCREMENT(78)
    INCREMENT(79)
    INCREMENT(80)
    INCREMENT(81)
    INCREMENT(82)
    INCREMENT(83)
    INCREMENT(84)
    INCREMENT(85)
    INCREMENT(86)
    INCREMENT(87)
    INCREMENT(88)
    INCREMENT(89)
    INCREMENT(90)
    INCREMENT(91)
    INCREMENT(92)
    INCREMENT(93)
    INCREMENT(94)
    INCREMENT(95)
    INCREMENT(96)
    INCREMENT(97)
    INCREMENT(98)
    INCREMENT(99)
    INCREMENT(100)
    assert(shared > 0);
    return 0;
}

int main(void) {
    pthread_t threads[11];
    START(1)
    START(2)
    START(3)
    START(4)
    START(5)
    START(6)
    START(7)
    START(8)
    START(9)
    START(10)
    JOIN(1)
    JOIN(2)
    JOIN(3)
    JOIN(4)
    JOIN(5)
    JOIN(6)
    JOIN(7)
    JOIN(8)
    JOIN(9)
    JOIN(10)
#ifdef TOO_MUCH
    assert(shared == THREADS * STATEMENTS);
#endif
    return 0;
}
