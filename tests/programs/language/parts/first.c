/* A part of several_files.c. */
int shared = 10;
extern int common;
static int hidden = 100;
static int helper(void) { return hidden; }

int first(void) {
    shared += 20;
    common = 4;
    return helper();
}
