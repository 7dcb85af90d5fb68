//! Names in C: legal, unique, and as close to the source's as possible.
//!
//! Registers are `r12` or `name_12`, values on their way `new0`; global names that
//! look like one of these get a `_` at the end, and those that mean something to a
//! compiler or to what is printed in front of the program `its_` at the beginning.

use rustc_hash::FxHashSet;

/// Keywords, what the text before the program uses, and types that are always there.
const TAKEN: &str = "\
    auto break case char const continue default do double else enum extern float for goto if \
    inline int long register restrict return short signed sizeof static struct switch typedef \
    union unsigned void volatile while asm typeof main u8 u16 u32 u64 u128 s8 s16 s32 s64 s128 \
    m8 m16 m32 m64 m128 mp linux unix i386 bool true false nullptr constexpr alignas alignof \
    static_assert thread_local typeof_unqual open read write getenv environ wchar_t size_t";

/// Functions that compilers know by name, of several headers.
const KNOWN: &str = "\
    abort abs alloca aligned_alloc bcmp bcopy bzero calloc exit execl execle execlp execv execve \
    execvp ffs ffsl ffsll fork fprintf fputc fputs free fscanf fwrite getcontext imaxabs index \
    isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace \
    isupper iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct \
    iswspace iswupper iswxdigit isxdigit labs llabs longjmp malloc memalign memccpy memchr \
    memcmp memcpy memmove mempcpy memset posix_memalign printf printk putc putchar puts realloc \
    rindex savectx scanf setjmp sigsetjmp siglongjmp snprintf sprintf sscanf stpcpy stpncpy \
    strcasecmp strcat strchr strcmp strcpy strcspn strdup strerror strfmon strftime strlcat \
    strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn \
    strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull strxfrm toascii tolower \
    toupper towlower towupper vfork vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf \
    wcschr wcscmp wcslen wcsncmp wmemchr wmemcmp wmemcpy wmemmove y0 y1 yn j0 j1 jn gamma lgamma \
    tgamma signbit significand drem scalb pow10 exp10 sincos reach_error dcgettext dgettext \
    gettext sigaction signal";

/// The functions of `math.h` and `complex.h`, each also with an `f` or `l` at the end.
const MATHEMATICAL: &str = "\
    acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt \
    ccos ccosh ceil cexp cimag clog clog10 conj copysign cos cosh cpow cproj creal csin csinh \
    csqrt ctan ctanh drem erf erfc exp exp10 exp2 expm1 fabs fdim finite floor fma fmax fmin \
    fmod frexp gamma hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llrint llround log log10 \
    log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow pow10 remainder \
    remquo rint round roundeven scalb scalbln scalbn signbit significand sin sincos sinh sqrt \
    tan tanh tgamma trunc y0 y1 yn";

pub struct Names {
    reserved: FxHashSet<String>,
    used: FxHashSet<String>,
}

impl Names {
    pub fn new() -> Names {
        let mut reserved: FxHashSet<String> =
            TAKEN.split(' ').chain(KNOWN.split(' ')).map(str::to_string).collect();
        for name in MATHEMATICAL.split(' ') {
            reserved.extend([name.to_string(), format!("{name}f"), format!("{name}l")]);
        }
        Names { reserved, used: FxHashSet::default() }
    }

    /// A global name that nothing else has.
    pub fn unique(&mut self, wanted: &str) -> String {
        let mut name = legal(wanted);
        if name.starts_with("__") || name.starts_with("raddle_") || name.starts_with("nondet_") {
            name = format!("its_{}", name.trim_start_matches('_'));
        }
        if like_a_register(&name) {
            name.push('_');
        }
        if self.reserved.contains(&name) {
            name = format!("its_{name}");
        }
        let mut candidate = name.clone();
        let mut number = 2;
        while !self.used.insert(candidate.clone()) {
            candidate = format!("{name}_{number}_");
            number += 1;
        }
        candidate
    }
}

/// The text with everything replaced that an identifier cannot have.
pub fn legal(wanted: &str) -> String {
    let mut name: String = wanted
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .collect();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        name.insert_str(0, "its");
    }
    name
}

/// `r12`, `new0`, `name_12`.
fn like_a_register(name: &str) -> bool {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    stem.len() < name.len() && (stem == "r" || stem == "new" || stem == "b" || stem.ends_with('_'))
}

/// A C string literal.
pub fn quoted(text: &[u8]) -> String {
    let mut result = String::from("\"");
    for byte in text {
        match byte {
            b'"' | b'\\' => {
                result.push('\\');
                result.push(*byte as char);
            }
            // Trigraphs begin with two of them.
            b'?' => result.push_str("\\?"),
            b' '..=b'~' => result.push(*byte as char),
            b'\n' => result.push_str("\\n"),
            _ => result.push_str(&format!("\\{byte:03o}")),
        }
    }
    result.push('"');
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_unique_and_near_the_source() {
        let mut names = Names::new();
        assert_eq!(names.unique("counter"), "counter");
        assert_eq!(names.unique("counter"), "counter_2_");
        assert_eq!(names.unique(".str.1"), "_str_1_");
        assert_eq!(names.unique("1st"), "its1st");
        assert_eq!(names.unique("r3"), "r3_");
        assert_eq!(names.unique("logf"), "its_logf");
        assert_eq!(names.unique("main"), "its_main");
        assert_eq!(names.unique("__raddle_entry"), "its_raddle_entry");
    }

    #[test]
    fn literals_are_escaped() {
        assert_eq!(quoted(b"a\"b\\?\x001\n"), r#""a\"b\\\?\0001\n""#);
    }
}
