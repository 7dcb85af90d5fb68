//! What the analysis knows in the end, as a file: the invariant that a proof rests on.
//!
//! Records are plain data, so that they can be kept when the program is gone; `write.rs` makes them of
//! an analysis, `read.rs` makes of them what the recheck starts from, and believes nothing. What is
//! only there for people is called `what`, `name` or `at`, and is not read.

mod read;
mod write;

use serde::{Deserialize, Serialize};

pub(crate) use read::checks;
pub use read::{Claims, read};
pub use write::of_analysis;

/// Of the records.
pub const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub format: u32,
    /// What it is about; not looked at here.
    pub about: AboutRecord,
    /// The checks that were asked for, and those that are proved.
    pub selected: Vec<String>,
    pub holds: Vec<String>,
    /// Whether a thread may be stopped by what no selected check covers.
    pub assumes_defined: bool,
    /// Checks beyond whose failures no thread was followed.
    pub followed_up_to: Vec<String>,
    pub kinds: Vec<KindRecord>,
    pub objects: Vec<ObjectRecord>,
    pub locks: Vec<LockRecord>,
    /// What is freed somewhere is not known.
    pub frees_anything: bool,
    /// Pointers may go from thread to thread by accesses that do not order.
    pub weak_channels: bool,
    /// Loops, by function and header, whose iterations are not told apart.
    pub merged_loops: Vec<(u32, u32)>,
    pub published: Vec<PublishedRecord>,
    pub frees: Vec<FreesRecord>,
    pub kept: Vec<KeptRecord>,
    /// Only where races were asked for.
    pub accesses: Vec<AccessRecord>,
    pub pairs: Vec<PairRecord>,
    pub states: Vec<StateRecord>,
}

/// Of which program a certificate is, and who wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboutRecord {
    /// With the version.
    pub tool: String,
    pub files: Vec<String>,
    pub fingerprint: String,
}

/// A kind of threads; the first is `main`'s.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRecord {
    pub what: String,
    pub maker: Option<usize>,
    pub path: Vec<PlaceRecord>,
    pub many: bool,
    /// Kinds that have surely ended where one of these ends.
    pub ended_at_end: Option<Vec<usize>>,
}

/// A place in a function, and the iterations of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceRecord {
    pub at: String,
    pub function: u32,
    pub block: u32,
    pub statement: u32,
    pub loops: Vec<LoopRecord>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopRecord {
    pub header: u32,
    /// The last number there is stands for all iterations that are not told apart.
    pub count: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A class of objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectRecord {
    pub name: String,
    pub origin: OriginRecord,
    pub smallest: u64,
    pub largest: u64,
    pub unbounded: bool,
    pub private: bool,
    pub once: bool,
    pub writable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OriginRecord {
    Global(u32),
    ThreadLocal {
        kind: usize,
        global: u32,
    },
    Stack {
        kind: usize,
        path: Vec<PlaceRecord>,
    },
    Heap {
        kind: usize,
        path: Vec<PlaceRecord>,
    },
    /// The latest of a class, as long as no other thread can know of it.
    Fresh(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockRecord {
    pub name: String,
    pub object: u32,
    pub offset: u64,
    pub bytes: u64,
}

/// Who does something: a kind, and what it knows of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByRecord {
    pub kind: usize,
    pub created: Vec<usize>,
    pub ended: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpanRecord {
    pub low: u64,
    pub high: u64,
    pub step: u64,
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRecord {
    pub name: String,
    pub object: u32,
    pub span: SpanRecord,
    pub by: ByRecord,
    pub held: Vec<usize>,
    pub moment: MomentRecord,
    pub at_end: bool,
    pub range: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MomentRecord {
    Written,
    /// When this lock is given back.
    Released(usize),
    Sometime,
}

/// What objects of a class hold when others come to know of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptRecord {
    pub values: Vec<String>,
    pub contents: ContentsRecord,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreesRecord {
    pub object: u32,
    pub by: ByRecord,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessRecord {
    pub name: String,
    pub at: Vec<String>,
    pub object: u32,
    pub span: SpanRecord,
    pub write: bool,
    pub frees: bool,
    /// Otherwise it is plain.
    pub atomic: bool,
    pub by: ByRecord,
    pub held: Vec<usize>,
}

/// Two accesses, by their positions, one of which writes; and why they do not race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecord {
    pub first: usize,
    pub second: usize,
    pub reason: ReasonRecord,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonRecord {
    OneThread,
    /// The first access of the pair comes before the creation of the other's thread.
    FirstBeforeCreation,
    SecondBeforeCreation,
    /// The thread of the first has ended at the second.
    FirstHasEnded,
    SecondHasEnded,
    DifferentBytes,
    BothAtomic,
    Lock(usize),
}

/// What is known where ways meet, or (an `entry`) where a thread begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateRecord {
    pub kind: usize,
    pub entry: bool,
    /// Outermost first.
    pub frames: Vec<FrameRecord>,
    /// Atomic sections: how many, and whether the library began the outermost.
    pub sections: (u32, bool),
    pub held: Vec<usize>,
    pub created: Vec<usize>,
    pub ended: Vec<usize>,
    pub made: Vec<u32>,
    pub died: Vec<u32>,
    /// The value that is the thread's number.
    pub number: usize,
    /// Values are named by their positions: `some 32 0..9` is one that is not known,
    /// `is 32 5` a constant, `add 0 1` one that is computed from earlier ones.
    pub values: Vec<String>,
    pub memory: Vec<ContentsRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameRecord {
    pub place: PlaceRecord,
    /// Those that have a value, each with its value.
    pub registers: Vec<(u32, usize)>,
    pub extra: Vec<Option<usize>>,
    pub objects: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentsRecord {
    pub object: u32,
    pub rest: RestRecord,
    pub cells: Vec<CellRecord>,
}

/// What is in no cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestRecord {
    Initial,
    Zero,
    Unwritten,
    Elements { bytes: u64, range: String },
    Any,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellRecord {
    pub offset: u64,
    pub bytes: u64,
    /// Nothing is known if there is none.
    pub value: Option<usize>,
    /// Locks that have been held ever since the value was right.
    pub synced: Vec<usize>,
    /// Locks under which it was written, and that were not given back.
    pub written_under: Vec<usize>,
    /// Written, and read so that it orders, in the atomic section that is under way.
    pub pending: bool,
    pub acquired: bool,
}

impl Certificate {
    /// As JSON, each entry of a list on a line of its own.
    pub fn to_json(&self) -> Result<String, String> {
        let mut lines = vec![
            field("format", &self.format)?,
            field("about", &self.about)?,
            field("selected", &self.selected)?,
            field("holds", &self.holds)?,
            field("assumes_defined", &self.assumes_defined)?,
            field("followed_up_to", &self.followed_up_to)?,
            list("kinds", &self.kinds)?,
            list("objects", &self.objects)?,
            list("locks", &self.locks)?,
            field("frees_anything", &self.frees_anything)?,
            field("weak_channels", &self.weak_channels)?,
            field("merged_loops", &self.merged_loops)?,
        ];
        lines.push(list("published", &self.published)?);
        lines.push(list("frees", &self.frees)?);
        lines.push(list("kept", &self.kept)?);
        lines.push(list("accesses", &self.accesses)?);
        lines.push(list("pairs", &self.pairs)?);
        lines.push(list("states", &self.states)?);
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }

    pub fn parse(text: &str) -> Result<Certificate, String> {
        // Others have other fields, so that this is looked at first.
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let Format { format } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(format!("this is format {format}, not {FORMAT}"));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

fn field(name: &str, value: &impl Serialize) -> Result<String, String> {
    let value = serde_json::to_string(value).map_err(|error| error.to_string())?;
    Ok(format!("\"{name}\": {value}"))
}

fn list<T: Serialize>(name: &str, values: &[T]) -> Result<String, String> {
    let lines: Result<Vec<String>, _> = values.iter().map(serde_json::to_string).collect();
    let lines = lines.map_err(|error| error.to_string())?;
    Ok(match lines.is_empty() {
        true => format!("\"{name}\": []"),
        false => format!("\"{name}\": [\n  {}\n]", lines.join(",\n  ")),
    })
}
