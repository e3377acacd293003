// Highlights code: each grammar is loaded when its language is first shown.
import type { createLowlight, LanguageFn } from 'lowlight';

export interface Coloured {
  text: string;
  /** What it is in its language: keyword, string, comment…; empty for plain text. */
  role: string;
}

type Lowlight = ReturnType<typeof createLowlight>;
type Tree = ReturnType<Lowlight['highlight']>;
type Load = () => Promise<{ default: LanguageFn }>;

const GRAMMARS: Record<string, Load> = {
  ada: () => import('highlight.js/lib/languages/ada'),
  awk: () => import('highlight.js/lib/languages/awk'),
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  coffeescript: () => import('highlight.js/lib/languages/coffeescript'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  crystal: () => import('highlight.js/lib/languages/crystal'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  d: () => import('highlight.js/lib/languages/d'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  elm: () => import('highlight.js/lib/languages/elm'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fortran: () => import('highlight.js/lib/languages/fortran'),
  fsharp: () => import('highlight.js/lib/languages/fsharp'),
  glsl: () => import('highlight.js/lib/languages/glsl'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  haxe: () => import('highlight.js/lib/languages/haxe'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  lisp: () => import('highlight.js/lib/languages/lisp'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  nim: () => import('highlight.js/lib/languages/nim'),
  nix: () => import('highlight.js/lib/languages/nix'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  pascal: () => import('highlight.js/lib/languages/delphi'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  prolog: () => import('highlight.js/lib/languages/prolog'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scheme: () => import('highlight.js/lib/languages/scheme'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  tcl: () => import('highlight.js/lib/languages/tcl'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vbnet: () => import('highlight.js/lib/languages/vbnet'),
  verilog: () => import('highlight.js/lib/languages/verilog'),
  vhdl: () => import('highlight.js/lib/languages/vhdl'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
  assembly: () => import('highlight.js/lib/languages/x86asm'),
};

/** Other names for the grammars above. */
const SAME_AS: Record<string, string> = {
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  python3: 'python',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  svelte: 'xml',
  md: 'markdown',
  yml: 'yaml',
  rs: 'rust',
  rb: 'ruby',
  golang: 'go',
  kt: 'kotlin',
  cs: 'csharp',
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  toml: 'ini',
  hcl: 'ini',
  plsql: 'sql',
  postgresql: 'sql',
  racket: 'scheme',
  solidity: 'typescript',
  apex: 'java',
  wgsl: 'rust',
  zig: 'rust',
  gdscript: 'python',
  docker: 'dockerfile',
};

/** Highlighting is optional: beyond this size the page would stutter. */
const MAX_CHARACTERS = 120_000;

let engine: Promise<Lowlight> | undefined;

/** Lines of highlighted pieces; undefined if no grammar knows the language. */
export async function colourLines(code: string, language: string): Promise<Coloured[][] | undefined> {
  const name = SAME_AS[language.toLowerCase()] ?? language.toLowerCase();
  const load = GRAMMARS[name];
  if (!load || code.length > MAX_CHARACTERS) return undefined;
  engine ??= import('lowlight').then(({ createLowlight }) => createLowlight());
  const [lowlight, grammar] = await Promise.all([engine, load()]);
  if (!lowlight.registered(name)) lowlight.register(name, grammar.default);
  return linesOf(lowlight.highlight(name, code));
}

function linesOf(tree: Tree): Coloured[][] {
  const lines: Coloured[][] = [[]];
  const walk = (nodes: readonly Tree['children'][number][], role: string): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        const [first = '', ...more] = node.value.split('\n');
        if (first) lines.at(-1)?.push({ text: first, role });
        for (const text of more) lines.push(text ? [{ text, role }] : []);
      } else if (node.type === 'element') walk(node.children, roleOf(node.properties.className) || role);
    }
  };
  walk(tree.children, '');
  return lines;
}

function roleOf(names: unknown): string {
  const first = Array.isArray(names) ? String(names[0] ?? '') : '';
  return first.replace('hljs-', '');
}
