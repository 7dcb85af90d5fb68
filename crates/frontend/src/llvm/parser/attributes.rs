//! Attributes: the few that change a meaning are kept, all others are skipped,
//! also those that we have never heard of.

use rustc_hash::FxHashMap;

use super::constant::is_constant_word;
use super::{Parse, Parser};
use crate::llvm::ast::{FastMath, FunctionAttributes, Linkage, ParameterAttributes, TypeId};
use crate::llvm::lexer::{Lexer, Token};

/// Collects `attributes #0 = { ... }` before anything else is read, since they
/// stand behind the functions that use them.
pub(super) fn attribute_groups(text: &str) -> FxHashMap<u32, FunctionAttributes> {
    const KEYWORD: &str = "\nattributes #";
    let mut groups = FxHashMap::default();
    let mut position = 0;
    while let Some(found) = text.get(position..).and_then(|rest| rest.find(KEYWORD)) {
        let start = position + found + KEYWORD.len() - 1;
        position = start;
        let mut lexer = Lexer::new(text);
        lexer.set_position(start);
        let (Token::Group(number), _) = lexer.next() else {
            continue;
        };
        let mut attributes = FunctionAttributes::default();
        loop {
            match lexer.next().0 {
                Token::Word(word) => {
                    function_attribute(word, &mut attributes);
                }
                Token::End | Token::Punctuation(b'}') => break,
                _ => {}
            }
        }
        position = lexer.position();
        groups.insert(number, attributes);
    }
    groups
}

fn function_attribute(word: &str, attributes: &mut FunctionAttributes) {
    match word {
        "noreturn" => attributes.no_return = true,
        "noinline" => attributes.no_inline = true,
        "alwaysinline" => attributes.always_inline = true,
        "optnone" => attributes.not_optimised = true,
        "returns_twice" => attributes.returns_twice = true,
        "naked" => attributes.naked = true,
        "mustprogress" => attributes.must_progress = true,
        "nobuiltin" => attributes.no_builtin = true,
        _ => {}
    }
}

/// What may stand before the type of a global, function or call.
#[derive(Default)]
pub(super) struct Prefix {
    pub(super) linkage: Option<Linkage>,
    pub(super) attributes: ParameterAttributes,
    pub(super) fast_math: FastMath,
}

impl<'a> Parser<'a> {
    /// Reads linkage, visibility, calling convention, result attributes and the
    /// like up to the type.
    pub(super) fn parse_prefix(&mut self) -> Parse<Prefix> {
        let mut prefix = Prefix::default();
        loop {
            match self.token {
                Token::Word(word) if !self.at_type() => {
                    if let Some(linkage) = linkage(word) {
                        prefix.linkage = Some(linkage);
                        self.advance();
                    } else if fast_math_flag(word, &mut prefix.fast_math) {
                        self.advance();
                    } else {
                        self.parse_parameter_attribute(word, &mut prefix.attributes)?;
                    }
                }
                Token::String(_) => self.skip_string_attribute(),
                _ => return Ok(prefix),
            }
        }
    }

    /// The attributes between the type and the value of a parameter or argument.
    pub(super) fn parse_parameter_attributes(&mut self) -> Parse<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            match self.token {
                Token::Word(word) if !is_constant_word(word) => {
                    self.parse_parameter_attribute(word, &mut attributes)?;
                }
                Token::String(_) => self.skip_string_attribute(),
                _ => return Ok(attributes),
            }
        }
    }

    fn parse_parameter_attribute(
        &mut self,
        word: &'a str,
        attributes: &mut ParameterAttributes,
    ) -> Parse<()> {
        self.advance();
        match word {
            "zeroext" => attributes.zero_extended = true,
            "signext" => attributes.sign_extended = true,
            "nest" => attributes.nest = true,
            "noundef" => attributes.is_defined = true,
            "align" => attributes.alignment = Some(self.alignment()?),
            "byval" => attributes.by_value = Some(self.attribute_type(word)?),
            "sret" => attributes.structure_return = Some(self.attribute_type(word)?),
            "inalloca" | "preallocated" => {
                attributes.in_allocation = Some(self.attribute_type(word)?);
            }
            "elementtype" => attributes.element_type = Some(self.attribute_type(word)?),
            // A calling convention by number.
            "cc" => {
                self.unsigned::<u32>()?;
            }
            _ => self.skip_attribute_value()?,
        }
        Ok(())
    }

    /// The type in `byval(T)`. Without it (before LLVM 12) the meaning is lost.
    fn attribute_type(&mut self, attribute: &str) -> Parse<TypeId> {
        if !self.at(b'(') {
            return Err(self.expected(&format!("the type of `{attribute}` in parentheses")));
        }
        self.advance();
        let parsed = self.parse_type()?;
        self.expect(b')')?;
        Ok(parsed)
    }

    /// `(...)` or `=value` behind an attribute that is not kept.
    fn skip_attribute_value(&mut self) -> Parse<()> {
        if self.at(b'(') {
            self.skip_brackets()?;
        } else if self.accept(b'=') {
            self.advance();
        }
        Ok(())
    }

    /// `"name"` or `"name"="value"`
    fn skip_string_attribute(&mut self) {
        self.advance();
        if self.accept(b'=') {
            self.advance();
        }
    }

    /// One attribute behind a function or call: `#4`, `nounwind`, `"a"="b"`.
    /// False if there is none.
    pub(super) fn parse_function_attribute(
        &mut self,
        attributes: &mut FunctionAttributes,
    ) -> Parse<bool> {
        match self.token {
            Token::Group(number) => {
                let Some(group) = self.attribute_groups.get(&number) else {
                    return Err(self.error(format!("there are no attributes #{number}")));
                };
                *attributes = attributes.union(*group);
                self.advance();
            }
            Token::String(_) => self.skip_string_attribute(),
            Token::Word("align") => {
                self.advance();
                self.alignment()?;
            }
            Token::Word(word) => {
                function_attribute(word, attributes);
                self.advance();
                self.skip_attribute_value()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn parse_fast_math(&mut self) -> FastMath {
        let mut flags = FastMath::default();
        while let Token::Word(word) = self.token {
            if !fast_math_flag(word, &mut flags) {
                break;
            }
            self.advance();
        }
        flags
    }
}

pub(super) fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" => Linkage::External,
        "extern_weak" => Linkage::ExternalWeak,
        "weak" | "weak_odr" => Linkage::Weak,
        "linkonce" | "linkonce_odr" => Linkage::LinkOnce,
        "available_externally" => Linkage::AvailableExternally,
        "internal" => Linkage::Internal,
        "private" => Linkage::Private,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        _ => return None,
    })
}

/// Notes the flag; false if the word is none.
fn fast_math_flag(word: &str, flags: &mut FastMath) -> bool {
    match word {
        "nnan" => flags.no_nans = true,
        "ninf" => flags.no_infinities = true,
        "nsz" | "arcp" | "contract" | "afn" | "reassoc" => flags.others = true,
        "fast" => {
            *flags = FastMath { no_nans: true, no_infinities: true, others: true };
        }
        _ => return false,
    }
    true
}
