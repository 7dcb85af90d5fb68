/* A part of several_files.c. */
extern int common;
static char hidden = 110;
static int helper(void) { return hidden; }

int second(void) {
    common *= 2;
    return helper();
}
