// What models write around code, taken off again, whole and while it is still streaming.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isAnswerOver } from '../../src/modules/code/answer-end.ts';
import { detectLanguage, languageInPrompt } from '../../src/modules/code/detect-language.ts';
import { extractCode, withoutRepetition } from '../../src/modules/code/extract-code.ts';
import { FenceFilter } from '../../src/modules/code/fence-filter.ts';
import { findLanguage } from '../../src/modules/code/languages.ts';

const CODE = 'def add(a, b):\n    return a + b';
const ANSWERS: [name: string, answer: string][] = [
  ['bare', CODE],
  ['fenced', `\`\`\`python\n${CODE}\n\`\`\``],
  ['fenced without a language', `\`\`\`\n${CODE}\n\`\`\``],
  ['with CRLF', `\`\`\`python\r\n${CODE.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n`],
  ['tildes', `~~~python\n${CODE}\n~~~`],
  ['chatter around', `Sure! Here is the code:\n\n\`\`\`python\n${CODE}\n\`\`\`\n\nThis function adds two numbers.`],
  [
    'chatter without fences',
    `Here is a Python function that adds two numbers:\n\n${CODE}\n\nThis function takes two arguments.`,
  ],
  ['cut off before the fence closes', `\`\`\`python\n${CODE}`],
  ['an example after it', `\`\`\`python\n${CODE}\n\`\`\`\nOutput:\n\`\`\`\n3\n\`\`\``],
  ['an install line before it', `First:\n\`\`\`bash\npip install x\n\`\`\`\nThen:\n\`\`\`python\n${CODE}\n\`\`\``],
  ['indented fence', `  \`\`\`python\n${CODE}\n  \`\`\``],
];

for (const [name, answer] of ANSWERS) {
  test(`bare code comes out of an answer that is ${name}`, () => {
    assert.equal(extractCode(answer, findLanguage('python')).code, CODE);
  });
}

test('a stream shows the same code, whatever its pieces', () => {
  const streamed = ANSWERS.filter(([name]) => !/CRLF|without fences|before it|indented/.test(name));
  for (const [name, answer] of streamed) {
    for (const size of [1, 3, 1000]) {
      const filter = new FenceFilter();
      let shown = '';
      for (let at = 0; at < answer.length; at += size) shown += filter.push(answer.slice(at, at + size));
      shown += filter.end();
      assert.equal(shown.trimEnd(), CODE, `${name}, pieces of ${size}`);
    }
  }
});

test('code that holds fences itself is not cut at them', () => {
  const markdown = '# Title\n\n```js\nlet a = 1;\n```\n\nEnd.';
  assert.equal(extractCode(`\`\`\`\`markdown\n${markdown}\n\`\`\`\``, findLanguage('markdown')).code, markdown);
});

test('a repeated beginning is taken off a continuation', () => {
  assert.equal(withoutRepetition('def add(a, b):\n', CODE), '    return a + b');
  assert.equal(withoutRepetition('x = 1\ny = ', 'y = 2'), '2');
  assert.equal(withoutRepetition('x = 1\n', 'y = 2'), 'y = 2');
});

test('languages are found out from code', () => {
  const samples: [string, string][] = [
    ['python', 'import os\n\ndef main():\n    print(os.getcwd())\n'],
    ['javascript', 'const add = (a, b) => a + b;\nconsole.log(add(1, 2));'],
    ['typescript', 'interface A { x: number }\nconst f = (a: A): number => a.x;'],
    ['rust', 'fn main() {\n    let mut x = 1;\n    println!("{}", x);\n}'],
    ['go', 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hi") }'],
    ['java', 'public class A { public static void main(String[] a) { System.out.println("hi"); } }'],
    ['c', '#include <stdio.h>\nint main() { printf("hi"); }'],
    ['cpp', '#include <iostream>\nint main() { std::cout << "hi"; }'],
    ['sql', "SELECT id FROM users WHERE name = 'a';"],
    ['html', '<!doctype html><html><body></body></html>'],
    ['bash', '#!/bin/bash\necho hi'],
    ['ruby', 'def hi\n  puts "hi"\nend'],
    ['php', '<?php echo "hi"; ?>'],
    ['json', '{"a": 1}'],
    ['plaintext', 'just some words'],
  ];
  for (const [language, code] of samples) assert.equal(detectLanguage(code).id, language, code);
});

test('languages are found in what a prompt says', () => {
  assert.equal(languageInPrompt('a Rust program that prints primes')?.id, 'rust');
  assert.equal(languageInPrompt('sort a list in C++')?.id, 'cpp');
  assert.equal(languageInPrompt('sort a list in C')?.id, 'c');
  assert.equal(languageInPrompt('a web server in Go')?.id, 'go');
  assert.equal(languageInPrompt('go through the list and make it short'), undefined);
  assert.equal(languageInPrompt('a JavaScript function')?.id, 'javascript');
});

test('a small model’s answer is over once its code is written, or once it only talks', () => {
  const python = findLanguage('python');
  const talk =
    'To add two numbers you read both of them. Then you add them to each other and print the result.\n'.repeat(7);
  const cases: [answer: string, isOver: boolean][] = [
    [`\`\`\`python\n${CODE}\n\`\`\`\n`, true],
    [`Sure!\n\`\`\`\n${CODE}\n\`\`\`\n\nThis`, true],
    [`\`\`\`python\n${CODE}\n`, false],
    ['First:\n```bash\npip install x\n```\n', false],
    [`First:\n\`\`\`bash\npip install x\n\`\`\`\nThen:\n\`\`\`python\n${CODE}\n`, false],
    [`First:\n\`\`\`bash\npip install x\n\`\`\`\nThen:\n\`\`\`python\n${CODE}\n\`\`\`\n`, true],
    [talk, true],
    [`${talk}\`\`\`python\n${CODE}`, false],
    [`${CODE}\n`.repeat(30), false],
  ];
  for (const [answer, isOver] of cases) assert.equal(isAnswerOver(answer, python), isOver, answer.slice(0, 120));
});

test('prose is not taken for code, and code with comments not for prose', () => {
  const python = findLanguage('python');
  assert.equal(
    extractCode('You add the two numbers with a plus sign. The result is the sum of both.', python).code,
    '',
  );
  const commented =
    '# Adds the two given numbers to each other.\n# The result is the sum of both of them.\ntotal = a + b';
  assert.equal(extractCode(commented, python).code, commented);
  const markdown = 'This is the first of two sentences. This is the second one of both.';
  assert.equal(extractCode(markdown, findLanguage('markdown')).code, markdown);
});
