//! Taking the text of a metadata node apart.
//!
//! A specialised node is a list of named fields, of which a value ends at the
//! next comma that is in no bracket and no string. No recursion: what is inside
//! brackets stays text.

use std::borrow::Cow;

use super::{
    BasicEncoding, CompositeKind, CompositeType, Count, DerivedKind, DerivedType, Element,
    Location, Node,
};
use crate::llvm::ast::NodeId;
use crate::llvm::text::decode_text;

/// Parses the text behind the `=` of a node.
pub(super) fn parse_node(text: &str) -> Node<'_> {
    let body = text.strip_prefix("distinct ").unwrap_or(text).trim();
    if let Some(elements) = parse_tuple(body) {
        return Node::Tuple(elements);
    }
    let parts = body
        .strip_prefix('!')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.split_once('('));
    let Some((kind, inside)) = parts else {
        return Node::Other { kind: "", text };
    };
    let fields = Fields::parse(inside);
    specialised(kind, &fields).unwrap_or(Node::Other { kind, text })
}

fn specialised<'a>(kind: &str, fields: &Fields<'a>) -> Option<Node<'a>> {
    Some(match kind {
        "DILocation" => Node::Location(Location {
            line: fields.number("line"),
            column: fields.number("column"),
            scope: fields.node("scope"),
            inlined_at: fields.node("inlinedAt"),
        }),
        "DIFile" => Node::File {
            filename: fields.string("filename"),
            directory: fields.string("directory"),
        },
        "DICompileUnit" => Node::CompileUnit {
            file: fields.node("file"),
            producer: fields.string("producer"),
            globals: fields.node("globals"),
            enums: fields.node("enums"),
            retained_types: fields.node("retainedTypes"),
        },
        "DISubprogram" => Node::Subprogram {
            name: fields.string("name"),
            scope: fields.node("scope"),
            file: fields.node("file"),
            line: fields.number("line"),
            scope_line: fields.number("scopeLine"),
            type_node: fields.node("type"),
        },
        "DILexicalBlock" | "DILexicalBlockFile" => Node::LexicalBlock {
            scope: fields.node("scope"),
            file: fields.node("file"),
            line: fields.number("line"),
            column: fields.number("column"),
        },
        "DILabel" => Node::Label {
            name: fields.string("name"),
            scope: fields.node("scope"),
            file: fields.node("file"),
            line: fields.number("line"),
        },
        _ => return variable_or_type(kind, fields),
    })
}

fn variable_or_type<'a>(kind: &str, fields: &Fields<'a>) -> Option<Node<'a>> {
    Some(match kind {
        "DILocalVariable" => Node::LocalVariable {
            name: fields.string("name"),
            argument: fields.number("arg"),
            scope: fields.node("scope"),
            file: fields.node("file"),
            line: fields.number("line"),
            type_node: fields.node("type"),
        },
        "DIGlobalVariableExpression" => {
            Node::GlobalVariableExpression { variable: fields.node("var") }
        }
        "DIGlobalVariable" => Node::GlobalVariable {
            name: fields.string("name"),
            linkage_name: fields.string("linkageName"),
            scope: fields.node("scope"),
            file: fields.node("file"),
            line: fields.number("line"),
            type_node: fields.node("type"),
            is_local: fields.get("isLocal") == Some("true"),
        },
        "DIBasicType" => Node::BasicType {
            name: fields.string("name"),
            size_bits: fields.number("size"),
            encoding: encoding(fields.get("encoding").unwrap_or("")),
        },
        "DIDerivedType" => Node::DerivedType(derived_type(fields)),
        "DICompositeType" => Node::CompositeType(composite_type(fields)),
        "DISubrange" | "DIGenericSubrange" => Node::Subrange { count: count(fields) },
        "DIEnumerator" => Node::Enumerator {
            name: fields.string("name"),
            value: fields.get("value")?.parse().ok()?,
            unsigned: fields.get("isUnsigned") == Some("true"),
        },
        "DISubroutineType" => Node::SubroutineType { types: fields.node("types") },
        _ => return None,
    })
}

fn derived_type<'a>(fields: &Fields<'a>) -> DerivedType<'a> {
    let kind = match fields.get("tag").unwrap_or("") {
        "DW_TAG_pointer_type" => DerivedKind::Pointer,
        "DW_TAG_typedef" => DerivedKind::Typedef,
        "DW_TAG_const_type" => DerivedKind::Const,
        "DW_TAG_volatile_type" => DerivedKind::Volatile,
        "DW_TAG_atomic_type" => DerivedKind::Atomic,
        "DW_TAG_restrict_type" => DerivedKind::Restrict,
        "DW_TAG_member" => DerivedKind::Member,
        _ => DerivedKind::Other,
    };
    DerivedType {
        kind,
        name: fields.string("name"),
        file: fields.node("file"),
        line: fields.number("line"),
        base: fields.node("baseType"),
        size_bits: fields.number("size"),
        offset_bits: fields.number("offset"),
        bit_field: fields.has_flag("DIFlagBitField"),
    }
}

fn composite_type<'a>(fields: &Fields<'a>) -> CompositeType<'a> {
    let kind = match fields.get("tag").unwrap_or("") {
        "DW_TAG_structure_type" => CompositeKind::Structure,
        "DW_TAG_union_type" => CompositeKind::Union,
        "DW_TAG_array_type" => CompositeKind::Array,
        "DW_TAG_enumeration_type" => CompositeKind::Enumeration,
        _ => CompositeKind::Other,
    };
    CompositeType {
        kind,
        name: fields.string("name"),
        file: fields.node("file"),
        line: fields.number("line"),
        base: fields.node("baseType"),
        size_bits: fields.number("size"),
        elements: fields.node("elements"),
        vector: fields.has_flag("DIFlagVector"),
        forward: fields.has_flag("DIFlagFwdDecl"),
    }
}

fn encoding(text: &str) -> BasicEncoding {
    match text {
        "DW_ATE_boolean" => BasicEncoding::Boolean,
        "DW_ATE_signed" => BasicEncoding::Signed,
        "DW_ATE_unsigned" => BasicEncoding::Unsigned,
        "DW_ATE_signed_char" => BasicEncoding::SignedCharacter,
        "DW_ATE_unsigned_char" => BasicEncoding::UnsignedCharacter,
        "DW_ATE_float" => BasicEncoding::Float,
        "DW_ATE_complex_float" => BasicEncoding::ComplexFloat,
        "DW_ATE_UTF" => BasicEncoding::Utf,
        _ => BasicEncoding::Unspecified,
    }
}

fn count(fields: &Fields<'_>) -> Count {
    if let Some(variable) = fields.node("count") {
        return Count::Variable(variable);
    }
    // A flexible array has -1, or no count at all.
    match fields.get("count").map(str::parse) {
        Some(Ok(count)) => Count::Known(count),
        Some(Err(_)) | None => Count::Unknown,
    }
}

/// The elements of `!{...}`; `None` if the text is something else.
pub(super) fn parse_tuple(text: &str) -> Option<Vec<Element<'_>>> {
    let inside = text.trim().strip_prefix("!{")?.strip_suffix('}')?;
    Some(Values(inside).filter(|value| !value.is_empty()).map(element).collect())
}

fn element(text: &str) -> Element<'_> {
    if text == "null" {
        return Element::Null;
    }
    if let Some(node) = node_number(text) {
        return Element::Node(node);
    }
    match text.strip_prefix('!').and_then(quoted) {
        Some(inside) => Element::String(decode_text(inside)),
        None => Element::Text(text),
    }
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

fn node_number(text: &str) -> Option<NodeId> {
    let digits = text.strip_prefix('!')?;
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().map(NodeId)
}

/// Splits at the commas that are in no bracket and no string.
struct Values<'a>(&'a str);

impl<'a> Iterator for Values<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        let mut depth = 0usize;
        let mut in_string = false;
        for (position, byte) in self.0.bytes().enumerate() {
            match byte {
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    let (value, rest) = self.0.split_at(position);
                    self.0 = rest.get(1..).unwrap_or("");
                    return Some(value.trim());
                }
                _ => {}
            }
        }
        Some(std::mem::take(&mut self.0).trim())
    }
}

/// The named fields of a specialised node.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn parse(inside: &'a str) -> Fields<'a> {
        let named = Values(inside).filter_map(|field| {
            let (name, value) = field.split_once(':')?;
            Some((name.trim(), value.trim()))
        });
        Fields(named.collect())
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        let field = self.0.iter().find(|(each, _)| *each == name)?;
        Some(field.1)
    }

    /// A string; empty if absent.
    fn string(&self, name: &str) -> Cow<'a, str> {
        self.get(name).and_then(quoted).map_or(Cow::Borrowed(""), decode_text)
    }

    fn node(&self, name: &str) -> Option<NodeId> {
        self.get(name).and_then(node_number)
    }

    /// A number; zero if absent.
    fn number<T: std::str::FromStr + Default>(&self, name: &str) -> T {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or_default()
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.get("flags").is_some_and(|flags| flags.split('|').any(|each| each.trim() == flag))
    }
}
