// Every grammar: right code passes, the same code with its end torn off or a bracket too many does not.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { checkedLanguages } from '../../src/engines/syntax/grammars.ts';
import { TreeSitterChecker } from '../../src/engines/syntax/tree-sitter-checker.ts';

const SAMPLES: Record<string, [right: string, wrong: string]> = {
  bash: ['if [ -f x ]; then\n  echo yes\nfi\n', 'if [ -f x ]; then\n  echo yes\n'],
  c: ['int main(void) { return 0; }\n', 'int main(void) { return 0;\n'],
  cpp: [
    '#include <vector>\nint main() { std::vector<int> v{1}; return v[0]; }\n',
    'int main() { std::vector<int> v{1; }\n',
  ],
  csharp: ['class A { int F(int x) => x + 1; }\n', 'class A { int F(int x => x + 1; }\n'],
  css: ['.a { color: red; }\n', '.a { color: red; \n'],
  dart: ['void main() { print("hi"); }\n', 'void main() { print("hi" }\n'],
  go: ['package main\n\nfunc main() { println("hi") }\n', 'package main\n\nfunc main( { println("hi") }\n'],
  html: ['<!doctype html><html><body><p>Hi</p></body></html>\n', '<div class="a><p>Hi</p></div\n'],
  ini: ['[a]\nb = c\n', '[a\nb = c\n'],
  java: ['class A { int f(int x) { return x + 1; } }\n', 'class A { int f(int x) { return x + ; } }\n'],
  javascript: ['const f = (x) => x + 1;\n', 'const f = (x => x + 1;\n'],
  json: ['{"a": [1, 2]}\n', '{"a": [1, 2}\n'],
  jsx: ['const A = () => <p>{1}</p>;\n', 'const A = () => <p>{1</p>;\n'],
  lua: ['local function f(x) return x + 1 end\n', 'local function f(x) return x + 1\n'],
  php: ['<?php\nfunction f($x) { return $x + 1; }\n', '<?php\nfunction f($x { return $x + 1; }\n'],
  powershell: ['function F($x) {\n  Write-Output $x\n}\n', 'function F($x {\n  Write-Output $x\n}\n'],
  python: ['def f(x):\n    return x + 1\n', 'def f(x:\n    return x + 1\n'],
  regex: ['^[a-z]+(\\d{2,3})?$', '^[a-z+(\\d{2,3})?$'],
  ruby: ['def f(x)\n  x + 1\nend\n', 'def f(x)\n  x + 1\n'],
  rust: ['fn main() { let x = 1; println!("{}", x); }\n', 'fn main() { let x = ; println!("{}", x); }\n'],
  solidity: ['pragma solidity ^0.8.0;\ncontract A { uint x; }\n', 'pragma solidity ^0.8.0;\ncontract A { uint x \n'],
  swift: ['func f(x: Int) -> Int { return x + 1 }\n', 'func f(x: Int -> Int { return x + 1 }\n'],
  toml: ['[a]\nb = "c"\n', '[a]\nb = \n'],
  tsx: ['const A = (p: { n: number }) => <p>{p.n}</p>;\n', 'const A = (p: { n: number ) => <p>{p.n}</p>;\n'],
  typescript: ['function f<T>(x: T): T { return x; }\n', 'function f<T>(x: T: T { return x; }\n'],
  yaml: ['a:\n  - b\n  - c: 1\n', 'a: [b, c\nd: 1\n'],
  zig: ['const std = @import("std");\npub fn main() void {}\n', 'pub fn main( void {}\n'],
};

const checker = new TreeSitterChecker();
const signal = new AbortController().signal;

after(() => checker.close());

test('every grammar has a sample here, and there are at least 20', () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), checkedLanguages().sort());
  assert.ok(checkedLanguages().length >= 20);
});

for (const [language, [right, wrong]] of Object.entries(SAMPLES)) {
  test(`${language} is told right from wrong`, async () => {
    const good = await checker.check(language, right, signal);
    assert.deepEqual(good, { checked: true, ok: true, errors: [] });
    const bad = await checker.check(language, wrong, signal);
    assert.equal(bad.checked, true);
    assert.equal(bad.ok, false);
    assert.ok(bad.errors.length > 0);
    for (const { line, column } of bad.errors) assert.ok(line >= 1 && column >= 1);
  });
}

test('a language without a grammar is unchecked, and not called wrong or right', async () => {
  assert.deepEqual(await checker.check('cobol', 'HELLO', signal), { checked: false, ok: false, errors: [] });
});

test('PHP without its tag is checked as PHP', async () => {
  assert.equal((await checker.check('php', 'function f($x { }', signal)).ok, false);
});

test('checking a long file leaves the event loop free', async () => {
  const long = 'def f(x):\n    return [x, {"a": (1, 2)}]\n'.repeat(3_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const report = await checker.check('python', long, signal);
  clearInterval(timer);
  assert.equal(report.ok, true);
  assert.ok(turns > 3, `${turns} turns`);
});
