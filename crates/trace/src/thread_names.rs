//! The threads' names: `main`, then the function that the user started, with a
//! number where several threads share it.

use std::collections::BTreeMap;

use raddle_ir::{FunctionId, Origin};
use raddle_passes::Ready;
use raddle_semantics::{Event, ThreadNumber};

use raddle_verdict::Execution;

/// The names by thread number.
pub fn thread_names(ready: &Ready, execution: &Execution) -> Vec<String> {
    let started = started_functions(ready, execution);
    let count = started.keys().last().map_or(1, |&last| last as usize + 1);
    let mut base: Vec<String> = (0..count).map(|number| format!("thread {number}")).collect();
    for (&thread, functions) in &started {
        let mut names: Vec<&str> = Vec::new();
        for function in functions.iter().filter_map(|&id| ready.program.functions.get(id)) {
            if !names.contains(&function.name.as_str()) {
                names.push(&function.name);
            }
        }
        if let Some(name) = base.get_mut(thread as usize).filter(|_| !names.is_empty()) {
            *name = names.join(", later ");
        }
    }
    if let Some(first) = base.first_mut() {
        "main".clone_into(first);
    }
    number_namesakes(&base)
}

fn number_namesakes(base: &[String]) -> Vec<String> {
    let mut total: BTreeMap<&str, usize> = BTreeMap::new();
    for name in base {
        *total.entry(name).or_default() += 1;
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    base.iter()
        .map(|name| {
            let number = seen.entry(name).or_default();
            *number += 1;
            match total.get(name.as_str()) {
                Some(1) | None => name.clone(),
                Some(_) => format!("{name} #{number}"),
            }
        })
        .collect()
}

/// The user's functions that each thread runs: one, unless its number is used
/// again after it has ended. The library may start threads in a function of its
/// own; then it is the first function of the user that the thread enters, or else
/// the one that the creating call was given.
fn started_functions(
    ready: &Ready,
    execution: &Execution,
) -> BTreeMap<ThreadNumber, Vec<FunctionId>> {
    let is_user = |function: FunctionId| {
        let function = ready.program.functions.get(function);
        function.is_some_and(|function| function.origin == Origin::User)
    };
    let mut started: BTreeMap<ThreadNumber, Vec<FunctionId>> = BTreeMap::new();
    let mut certain: Vec<ThreadNumber> = Vec::new();
    // The last function of the user that was an argument of a call, by thread.
    let mut passed: BTreeMap<ThreadNumber, FunctionId> = BTreeMap::new();
    for event in execution.steps.iter().flat_map(|step| &step.events) {
        match event {
            Event::Call { thread, function, arguments, .. } => {
                if is_user(*function) && !certain.contains(thread) {
                    certain.push(*thread);
                    let functions = started.entry(*thread).or_default();
                    functions.pop();
                    functions.push(*function);
                }
                let mut functions = arguments.iter().flatten().filter_map(|argument| {
                    let (object, _) = ready.layout.split(*argument);
                    ready.layout.object_function(object)
                });
                if let Some(function) = functions.rfind(|&function| is_user(function)) {
                    passed.insert(*thread, function);
                }
            }
            Event::Spawn { thread, child, function, .. } => {
                certain.retain(|known| known != child);
                let mut function = *function;
                if is_user(function) {
                    certain.push(*child);
                } else {
                    function = passed.get(thread).copied().unwrap_or(function);
                }
                started.entry(*child).or_default().push(function);
            }
            Event::Read { .. }
            | Event::Write { .. }
            | Event::Nondet { .. }
            | Event::Return { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }
    started
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_namesakes_are_numbered() {
        let names = ["main", "worker", "logger", "worker"].map(str::to_owned);
        let numbered = number_namesakes(&names);
        assert_eq!(numbered, ["main", "worker #1", "logger", "worker #2"]);
    }
}
