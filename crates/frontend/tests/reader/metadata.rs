//! Debug information.

use raddle_frontend::llvm::ast::{
    DebugKind, DebugRecord, DebugValue, Module, NodeId, Operation, Value,
};
use raddle_frontend::llvm::metadata::{
    BasicEncoding, CompositeKind, CompositeType, Count, DerivedKind, DerivedType, Element, Node,
};

use crate::support::{body, fixture, fixtures, function, global, instructions, module};

const VERSIONS: [&str; 3] = ["debugging-14-O0", "debugging-16-O0", "debugging-19-O0"];

fn on(names: &[&str], check: impl Fn(&Module<'_>)) {
    for name in names {
        let text = fixture(name);
        check(&module(name, &text));
    }
}

/// Name and line of each variable that a function declares.
fn declared(module: &Module<'_>, name: &str) -> Vec<(String, u32, u32)> {
    instructions(body(module, name))
        .filter_map(|each| match &each.operation {
            Operation::Debug(DebugRecord::Variable {
                kind: DebugKind::Declare,
                value: DebugValue::Operand(operand),
                variable,
                ..
            }) => {
                assert!(matches!(operand.value, Value::Local(_)));
                let Some(Node::LocalVariable { name, line, argument, .. }) =
                    module.metadata.node(*variable)
                else {
                    panic!("a variable without its node");
                };
                Some((name.into_owned(), line, argument))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn calls_and_records_declare_the_same_variables() {
    on(&VERSIONS, |module| {
        let mut found = declared(module, "scopes");
        found.sort();
        let expected = [
            ("count", 24, 2),
            ("i", 29, 0),
            ("outer", 25, 0),
            ("outer", 27, 0),
            ("parameter", 24, 1),
            ("x", 22, 1),
        ];
        let expected = expected.map(|(name, line, argument)| (name.to_owned(), line, argument));
        assert_eq!(found, expected);
    });
}

#[test]
fn locations_lead_to_file_function_and_inlined_call() {
    on(&VERSIONS, |module| {
        let mut positions = module.metadata.positions();
        let mut inlined = 0;
        for each in instructions(body(module, "scopes")) {
            let Some(location) = each.location else { continue };
            let position = positions.find(location).expect("is a location");
            assert!((22..=38).contains(&position.line), "line {}", position.line);
            let file = module.metadata.node(position.file.expect("has a file"));
            let Some(Node::File { filename, directory }) = file else { panic!("which is one") };
            assert_eq!((&*filename, &*directory), ("debugging.c", "."));
            let of = module.metadata.node(position.subprogram.expect("is in a function"));
            let Some(Node::Subprogram { name, .. }) = of else { panic!("which is one") };
            match position.inlined_at {
                Some(call) => {
                    inlined += 1;
                    assert_eq!(name, "square");
                    assert_eq!(positions.find(call).expect("is a location").line, 27);
                }
                None => assert_eq!(name, "scopes"),
            }
        }
        assert!(inlined > 0);
        let elsewhere = function(module, "elsewhere").subprogram.expect("has one");
        let Some(Node::Subprogram { name, line, file, .. }) = module.metadata.node(elsewhere)
        else {
            panic!("is a subprogram");
        };
        assert_eq!((&*name, line), ("elsewhere", 100));
        let Some(Node::File { filename, .. }) = module.metadata.node(file.expect("has a file"))
        else {
            panic!("which is one");
        };
        assert_eq!(filename, "other.c");
    });
}

/// Follows typedefs and qualifiers.
fn strip<'a>(module: &Module<'a>, mut id: Option<NodeId>) -> Node<'a> {
    loop {
        let node = module.metadata.node(id.expect("is not void")).expect("is there");
        match node {
            Node::DerivedType(DerivedType {
                kind:
                    DerivedKind::Typedef
                    | DerivedKind::Const
                    | DerivedKind::Volatile
                    | DerivedKind::Atomic,
                base,
                ..
            }) => id = base,
            other => return other,
        }
    }
}

fn composite<'a>(node: Node<'a>) -> CompositeType<'a> {
    match node {
        Node::CompositeType(composite) => composite,
        other => panic!("not composite: {other:?}"),
    }
}

fn nodes<'a>(module: &Module<'a>, tuple: Option<NodeId>) -> Vec<Node<'a>> {
    module
        .metadata
        .elements(tuple.expect("has elements"))
        .into_iter()
        .map(|element| match element {
            Element::Node(node) => module.metadata.node(node).expect("is there"),
            other => panic!("no node: {other:?}"),
        })
        .collect()
}

/// The members of `struct record`, found through the global `head`.
fn record<'a>(module: &Module<'a>) -> (CompositeType<'a>, Vec<DerivedType<'a>>) {
    let [expression] = global(module, "head").debug[..] else { panic!("one node") };
    let Some(Node::GlobalVariableExpression { variable }) = module.metadata.node(expression) else {
        panic!("of an expression");
    };
    let variable = module.metadata.node(variable.expect("of a variable"));
    let Some(Node::GlobalVariable { name, line, type_node, is_local, .. }) = variable else {
        panic!("which is one");
    };
    assert_eq!((&*name, line, is_local), ("head", 19, true));
    let Node::DerivedType(pointer) = strip(module, type_node) else { panic!("head is a pointer") };
    assert_eq!(pointer.kind, DerivedKind::Pointer);
    let structure = composite(strip(module, pointer.base));
    let members = nodes(module, structure.elements)
        .into_iter()
        .map(|node| match node {
            Node::DerivedType(member) => member,
            other => panic!("no member: {other:?}"),
        })
        .collect();
    (structure, members)
}

#[test]
fn structures_have_members_with_bit_fields() {
    on(&["debugging-14-O0", "debugging-19-O0"], |module| {
        let (structure, members) = record(module);
        assert_eq!((structure.kind, &*structure.name), (CompositeKind::Structure, "record"));
        assert_eq!(structure.size_bits, 88 * 8);
        let found: Vec<(&str, u64, u64, bool)> = members
            .iter()
            .map(|each| {
                assert_eq!(each.kind, DerivedKind::Member);
                (&*each.name, each.offset_bits, each.size_bits, each.bit_field)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("plain", 0, 32, false),
                ("low", 32, 3, true),
                ("high", 35, 29, true),
                ("colour", 64, 32, false),
                ("value", 96, 32, false),
                ("name", 128, 64, false),
                ("next", 192, 64, false),
                ("sizes", 256, 384, false),
                ("atomic", 640, 32, false),
                ("flexible", 672, 0, false),
            ]
        );
    });
}

#[test]
fn member_types_are_followed() {
    on(&["debugging-14-m32", "debugging-19-m32", "debugging-14-O0", "debugging-19-O0"], |module| {
        let (_, members) = record(module);
        let of = |name: &str| {
            let member = members.iter().find(|each| each.name == name).expect("is a member");
            strip(module, member.base)
        };
        let colour = composite(of("colour"));
        assert_eq!((colour.kind, &*colour.name), (CompositeKind::Enumeration, "colour"));
        let values: Vec<(String, i128)> = nodes(module, colour.elements)
            .into_iter()
            .map(|node| match node {
                Node::Enumerator { name, value, unsigned } => {
                    assert!(!unsigned);
                    (name.into_owned(), value)
                }
                other => panic!("no enumerator: {other:?}"),
            })
            .collect();
        let expected = [("RED", 0), ("GREEN", 5), ("BLUE", -1)];
        assert_eq!(values, expected.map(|(name, value)| (name.to_owned(), value)));

        assert_eq!(composite(of("value")).kind, CompositeKind::Union);
        let sizes = composite(of("sizes"));
        assert_eq!(sizes.kind, CompositeKind::Array);
        let counts: Vec<Node<'_>> = nodes(module, sizes.elements);
        let known = |count| Node::Subrange { count: Count::Known(count) };
        assert_eq!(counts, [known(2), known(3)]);
        let Node::BasicType { encoding, .. } = strip(module, sizes.base) else {
            panic!("of numbers");
        };
        assert_eq!(encoding, BasicEncoding::Unsigned);
        let flexible = composite(of("flexible"));
        assert_eq!(nodes(module, flexible.elements), [Node::Subrange { count: Count::Unknown }]);
        let Node::BasicType { name, size_bits, encoding } = of("atomic") else {
            panic!("an atomic int is an int");
        };
        assert_eq!((&*name, size_bits, encoding), ("int", 32, BasicEncoding::Signed));
    });
}

#[test]
fn variable_lengths_name_their_variable() {
    on(&VERSIONS, |module| {
        let lengthy = instructions(body(module, "elsewhere")).find_map(|each| {
            let Operation::Debug(DebugRecord::Variable { variable, .. }) = &each.operation else {
                return None;
            };
            match module.metadata.node(*variable) {
                Some(Node::LocalVariable { name, type_node, .. }) if name == "lengthy" => type_node,
                _ => None,
            }
        });
        let array = composite(strip(module, lengthy));
        let [Node::Subrange { count: Count::Variable(variable) }] =
            nodes(module, array.elements)[..]
        else {
            panic!("one dimension, in a variable");
        };
        assert!(matches!(module.metadata.node(variable), Some(Node::LocalVariable { .. })));
    });
}

#[test]
fn optimised_code_has_values() {
    on(&["debugging-14-O2", "debugging-19-O2"], |module| {
        let values: Vec<&DebugValue<'_>> = instructions(body(module, "scopes"))
            .filter_map(|each| match &each.operation {
                Operation::Debug(DebugRecord::Variable {
                    kind: DebugKind::Value,
                    value,
                    expression,
                    ..
                }) => {
                    assert!(expression.starts_with("!DIExpression("));
                    Some(value)
                }
                _ => None,
            })
            .collect();
        assert!(values.iter().any(|value| matches!(value, DebugValue::Operand(_))));
        assert!(values.len() >= 5);
    });
}

#[test]
fn compile_units_are_named() {
    on(&VERSIONS, |module| {
        let [unit] = module.metadata.named("llvm.dbg.cu")[..] else { panic!("one unit") };
        let Some(Node::CompileUnit { file, globals, .. }) = module.metadata.node(unit) else {
            panic!("which is one");
        };
        assert!(matches!(module.metadata.node(file.expect("has a file")), Some(Node::File { .. })));
        assert_eq!(module.metadata.elements(globals.expect("has globals")).len(), 3);
    });
}

/// Everything in the fixtures that claims a location has one, in some function.
#[test]
fn all_locations_resolve() {
    for name in fixtures() {
        let text = fixture(&name);
        let module = module(&name, &text);
        let mut positions = module.metadata.positions();
        for body in module.functions.iter().filter_map(|function| function.body.as_ref()) {
            let terminators = body.blocks.iter().filter_map(|block| block.terminator.location);
            let locations = instructions(body).filter_map(|each| each.location).chain(terminators);
            for location in locations {
                let position = positions.find(location).expect("is a location");
                assert!(position.file.is_some() && position.subprogram.is_some(), "{name}");
            }
        }
    }
}
