//! The programs of section 5 of the paper (see `pancam.rs`) in their sizes, with its figures.
//! It draws what Peterson's lock and the robots come to, without numbers.

use std::ops::RangeInclusive;

/// A program in several sizes.
pub struct Series {
    /// In `bench/pancam`, without its ending.
    pub name: &'static str,
    pub grows: Grows,
    pub sizes: RangeInclusive<u32>,
    /// The bound on context switches, unless that is what grows.
    pub contexts: Option<u32>,
    pub checks: &'static str,
    /// What the verdict must be.
    pub violated: bool,
    /// Whether there is a model for SPIN as well.
    pub modelled: bool,
    pub paper: &'static [Paper],
}

/// What a size is a size of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grows {
    /// The bound on context switches.
    Contexts,
    /// A number in the program.
    Macro(&'static str),
}

/// States, as figure 11 has them.
pub struct Paper {
    pub size: u32,
    /// Nothing where the memory was full.
    pub global: Option<u32>,
    pub superstep: u32,
}

const fn paper(size: u32, global: Option<u32>, superstep: u32) -> Paper {
    Paper { size, global, superstep }
}

pub const SERIES: [Series; 5] = [
    Series {
        name: "peterson_good",
        grows: Grows::Contexts,
        sizes: 1..=8,
        contexts: None,
        checks: "assert",
        violated: false,
        modelled: true,
        paper: &[],
    },
    Series {
        name: "peterson_bad",
        grows: Grows::Contexts,
        sizes: 1..=8,
        contexts: None,
        checks: "assert",
        violated: true,
        modelled: false,
        paper: &[],
    },
    Series {
        name: "robots",
        grows: Grows::Macro("N"),
        sizes: 2..=8,
        contexts: None,
        checks: "assert",
        violated: false,
        modelled: true,
        paper: &[],
    },
    Series {
        name: "philosophers",
        grows: Grows::Macro("PHILOSOPHERS"),
        sizes: 2..=8,
        contexts: None,
        checks: "assert,deadlock",
        violated: false,
        modelled: true,
        paper: &[
            paper(2, Some(59), 37),
            paper(3, Some(534), 380),
            paper(4, Some(4762), 3130),
            paper(5, Some(42386), 25021),
        ],
    },
    Series {
        name: "message_queue",
        grows: Grows::Macro("DEPTH"),
        sizes: 1..=15,
        contexts: Some(4),
        checks: "assert,deadlock",
        violated: false,
        modelled: true,
        paper: &[
            paper(1, Some(156_863), 234),
            paper(2, Some(625_359), 316),
            paper(3, Some(1_529_342), 479),
            paper(4, None, 654),
            paper(15, None, 22629),
        ],
    },
];

impl Series {
    pub fn paper(&self, size: u32) -> Option<&Paper> {
        self.paper.iter().find(|paper| paper.size == size)
    }

    /// What is defined for a program or a model of this size.
    pub fn macros(&self, size: u32) -> Vec<String> {
        match self.grows {
            Grows::Contexts => Vec::new(),
            Grows::Macro(name) => vec![format!("{name}={size}")],
        }
    }

    /// The bound on context switches at this size.
    pub fn contexts(&self, size: u32) -> Option<u32> {
        match self.grows {
            Grows::Contexts => Some(size),
            Grows::Macro(_) => self.contexts,
        }
    }

    /// The sizes of its models, which know no context switches.
    pub fn model_sizes(&self) -> Vec<u32> {
        match self.grows {
            Grows::Contexts => vec![*self.sizes.end()],
            Grows::Macro(_) => self.sizes.clone().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_is_a_bound_or_a_macro() {
        let [peterson, .., queue] = &SERIES;
        assert_eq!((peterson.contexts(3), peterson.macros(3)), (Some(3), Vec::new()));
        assert_eq!((queue.contexts(3), queue.macros(3)), (Some(4), vec!["DEPTH=3".to_string()]));
        assert_eq!((peterson.model_sizes().len(), queue.model_sizes().len()), (1, 15));
    }

    #[test]
    fn the_papers_sizes_are_ours() {
        for series in &SERIES {
            assert!(series.paper.iter().all(|paper| series.sizes.contains(&paper.size)));
        }
        let four = SERIES[4].paper(4).expect("the paper has it");
        assert_eq!((four.global, four.superstep), (None, 654));
        assert!(SERIES[4].paper(5).is_none());
    }

    #[test]
    fn programs_and_models_are_there() {
        let folder = crate::root().join("bench/pancam");
        for series in &SERIES {
            assert!(folder.join(series.name).with_extension("c").is_file(), "{}", series.name);
            let model = folder.join(series.name).with_extension("pml");
            assert_eq!(model.is_file(), series.modelled, "{}", series.name);
        }
    }
}
