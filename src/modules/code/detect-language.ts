// Guesses a programming language from code, or from the words of a prompt.
import { type CodeLanguage, findLanguage, LANGUAGES, PLAIN_TEXT } from './languages.ts';

/** Each pattern that matches adds its weight; the language with the highest sum wins. */
const SIGNS: readonly [language: string, weight: number, sign: RegExp][] = [
  ['python', 3, /^\s*def \w+\(.*\).*:\s*$/m],
  ['python', 2, /^\s*(from [\w.]+ )?import [\w.*, ]+$/m],
  ['python', 2, /^\s*(if|for|while|elif|else|try|except|with|class)\b[^{;]*:\s*$/m],
  ['python', 2, /\bself\.|print\(.*\)\s*$/m],
  ['javascript', 2, /\b(const|let|var) \w+ =/],
  ['javascript', 2, /\bfunction\s*\w*\(|=>/],
  ['javascript', 2, /\bconsole\.log\(|\brequire\(|\bmodule\.exports/],
  ['typescript', 4, /\b(interface|type) \w+(<.*>)? ?[={]/],
  ['typescript', 3, /[)\w]: ?(string|number|boolean|unknown|void|Promise<)/],
  ['typescript', 2, /\b(const|let) \w+: /],
  ['jsx', 5, /return \(?\s*<\w+|<\/\w+>\s*\)/],
  ['java', 4, /\bpublic (static )?(class|void|int|final)\b/],
  ['java', 3, /System\.out\.print|import java\./],
  ['csharp', 4, /\busing System|\bnamespace \w+|Console\.Write/],
  ['c', 3, /#include <(stdio|stdlib|string|math)\.h>/],
  ['c', 2, /\bint main\(|\bprintf\(/],
  ['cpp', 5, /#include <(iostream|vector|string|map|memory|algorithm)>|std::|cout ?<</],
  ['go', 5, /^package \w+/m],
  ['go', 3, /\bfunc (\(\w+ \*?\w+\) )?\w+\(|:= |fmt\.Print/],
  ['rust', 4, /\bfn \w+(<.*>)?\(|\blet mut\b|println!\(|\bimpl\b/],
  ['ruby', 3, /^\s*def \w+[^:]*$/m],
  ['ruby', 3, /^\s*end\s*$/m],
  ['ruby', 1, /\bputs\b|\.each do \|/],
  ['php', 6, /<\?php/],
  ['php', 3, /\$\w+ = .*;/],
  ['swift', 3, /\bfunc \w+\(.*\) ?(-> ?\w+)? ?\{|\bguard let|\bimport (UIKit|SwiftUI|Foundation)/],
  ['kotlin', 4, /\bfun \w+\(|\bval \w+( ?:|\s*=)/],
  ['scala', 3, /\bobject \w+|\bdef \w+\(.*\).* = /],
  ['bash', 5, /^#!.*\b(ba)?sh\b/m],
  ['bash', 2, /^\s*(if \[|fi$|done$|echo |export )/m],
  ['powershell', 4, /\b(Get|Set|New|Write)-\w+|\$PSVersionTable|param\(/],
  ['sql', 4, /\b(select .+ from|insert into|create table|update \w+ set|delete from)\b/i],
  ['html', 4, /<!doctype html|<(html|body|div|head|p|span)\b/i],
  ['css', 4, /^[.#]?[\w-]+[^{;]*\{\s*[\w-]+: ?[^;]+;/m],
  ['json', 4, /^\s*[[{]\s*("[^"]*"\s*:|\[|\{|"|\d|\])/],
  ['yaml', 2, /^[\w-]+:( .+)?$/m],
  ['toml', 4, /^\[[\w.-]+\]\s*$/m],
  ['lua', 3, /\blocal (function )?\w+|\bthen\b[\s\S]{0,400}?\bend\b/],
  ['haskell', 4, /^\w+ ::|\bmodule \w+.* where\b/m],
  ['elixir', 4, /\bdefmodule\b|\bdo\s*$[\s\S]{0,400}?\|>/m],
  ['r', 3, /<- (function|c)\(|\blibrary\(\w+\)/],
  ['dart', 3, /\bvoid main\(\) ?\{|import 'package:/],
  ['solidity', 6, /\bpragma solidity\b|\bcontract \w+ \{/],
  ['zig', 5, /@import\("std"\)|\bpub fn \w+/],
  ['dockerfile', 5, /^FROM \S+/m],
  ['perl', 4, /^\s*(use strict|my [$@%]\w+)/m],
  ['julia', 3, /^\s*function \w+\(.*\)\s*$[\s\S]{0,400}?^end$/m],
  ['matlab', 3, /^\s*function .*=.*\(.*\)\s*$/m],
];

const MINIMUM_WEIGHT = 2;
/** Enough to recognise a language; matching the patterns in longer text would only be slow. */
const MAX_READ_CHARACTERS = 4_000;

export function detectLanguage(code: string): CodeLanguage {
  const text = code.slice(0, MAX_READ_CHARACTERS);
  const weights = new Map<string, number>();
  for (const [language, weight, sign] of SIGNS) {
    if (sign.test(text)) weights.set(language, (weights.get(language) ?? 0) + weight);
  }
  let best: [string, number] = [PLAIN_TEXT.id, MINIMUM_WEIGHT - 1];
  for (const entry of weights) if (entry[1] > best[1]) best = entry;
  if (best[0] === 'jsx' && (weights.get('typescript') ?? 0) > 2) best = ['tsx', best[1]];
  return findLanguage(best[0]) ?? PLAIN_TEXT;
}

const EVERYDAY_WORDS = new Set([
  'assembly',
  'make',
  'crystal',
  'scheme',
  'elm',
  'react',
  'node',
  'shell',
  'docker',
  'text',
  'swift',
  'dart',
  'ada',
  'go',
  'regex',
  'json',
  'html',
  'css',
  'xml',
  'markdown',
  'docker',
  'lisp',
  'd',
  'pro',
  'tex',
]);

interface Naming {
  language: CodeLanguage;
  pattern: RegExp;
}

const NAMINGS: readonly Naming[] = LANGUAGES.flatMap((language) =>
  [language.name.toLowerCase(), language.id, ...language.aliases].map((name) => ({
    language,
    pattern: namingOf(name),
  })),
);

/** "… in Rust", "a Python script": the first language that appears as a separate word. */
export function languageInPrompt(prompt: string): CodeLanguage | undefined {
  const text = ` ${prompt.slice(0, MAX_READ_CHARACTERS).toLowerCase()} `;
  let found: { at: number; language: CodeLanguage } | undefined;
  for (const { language, pattern } of NAMINGS) {
    const at = text.search(pattern);
    if (at !== -1 && (!found || at < found.at)) found = { at, language };
  }
  return found?.language;
}

/** A single letter or an everyday word names a language only after "in" or "using". */
function namingOf(name: string): RegExp {
  const isPlainWord = name.length <= 2 || EVERYDAY_WORDS.has(name);
  const before = isPlainWord ? '\\b(?:in|using|with) ' : '(?<![\\w.])';
  return new RegExp(`${before}${escapeRegExp(name)}(?![\\w+#])`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
