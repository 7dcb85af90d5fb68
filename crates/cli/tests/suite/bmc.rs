//! The engine `bmc` follows `main` alone.

use raddle_test_support::scene::Scene;

/// `main` waits for a thread, or for itself: both end where `bmc` does not look.
#[test]
fn bmc_does_not_prove_what_it_does_not_see() {
    let joined = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
        void *set(void *unused) { x = 1; return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, set, 0);\n\
        pthread_join(t, 0); assert(x == 0); return 0; }\n";
    let twice = "#include <pthread.h>\n\
        pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
        int main(void) { pthread_mutex_lock(&lock); pthread_mutex_lock(&lock); return 0; }\n";
    for (text, check) in [(joined, "assert"), (twice, "deadlock")] {
        let scene = Scene::new(&[("a.c", text)]);
        let answer = scene.run(&["check", "--engine=bmc", "--format=json", "a.c"]);
        let report: serde_json::Value = serde_json::from_str(&answer.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", answer.out, answer.messages));
        let entries = report["checks"].as_array().expect("a list of checks");
        let entry = entries.iter().find(|entry| entry["check"] == check);
        assert_eq!(entry.expect("the check")["verdict"], "unknown", "{check}: {report}");
        let violated = entries.iter().find(|entry| entry["verdict"] == "violated");
        assert_eq!(violated, None, "{check}");
    }
}
