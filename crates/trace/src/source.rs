//! A source-level trace: what renderers and JSON show. Nothing in here
//! refers to the program form any more; `lift` makes it.

use raddle_ir::CheckKind;
use raddle_semantics::ThreadNumber;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceTrace {
    /// The threads' names, by number.
    pub threads: Vec<String>,
    pub events: Vec<SourceEvent>,
    pub ending: Option<Ending>,
    /// How often the running thread changes, in the schedule itself.
    pub context_switches: usize,
}

/// Something that a thread did, at a line of the user's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEvent {
    /// Position in the schedule.
    pub step: usize,
    pub thread: ThreadNumber,
    pub place: Option<SourcePlace>,
    pub action: Action,
    /// Whether other threads can see it happen.
    pub shared: bool,
    /// Tells apart the instructions of one line: joining rows never swallows a
    /// second pass over the same instruction.
    pub instruction: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourcePlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The line, without the white space around it; empty where unknown.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Reads {
        variable: String,
        value: String,
    },
    Writes {
        variable: String,
        value: String,
    },
    /// A nondeterministic value.
    Chooses {
        value: String,
    },
    /// A call into the library, in words ("locks m"); empty if none are known.
    Library {
        function: String,
        effect: String,
    },
    Creates {
        child: ThreadNumber,
    },
    Allocates {
        object: String,
        bytes: u64,
    },
    Frees {
        object: String,
    },
    Outputs {
        value: String,
    },
    Calls {
        function: String,
    },
    /// The thread's own function returns.
    Returns {
        value: Option<String>,
    },
    Ends,
    Stops {
        reason: String,
    },
    Fails {
        check: CheckKind,
        message: String,
    },
    /// At the end of a deadlock: what the thread waits for.
    Waits {
        what: String,
        holder: Option<ThreadNumber>,
    },
}

/// What was violated, where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub check: CheckKind,
    pub message: String,
    pub thread: ThreadNumber,
    pub place: Option<SourcePlace>,
    /// For a race: the variable.
    pub subject: Option<String>,
    /// For a race: the other access.
    pub other: Option<(ThreadNumber, Option<SourcePlace>)>,
}

impl SourceTrace {
    /// A thread's name; numbered where nothing better is known.
    pub fn thread_name(&self, thread: ThreadNumber) -> String {
        match self.threads.get(thread as usize) {
            Some(name) => name.clone(),
            None => format!("thread {thread}"),
        }
    }
}

impl SourcePlace {
    /// `file.c:9`
    pub fn short(&self) -> String {
        format!("{}:{}", file_name(&self.file), self.line)
    }
}

/// A path's last component.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path)
}
