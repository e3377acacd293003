// Where the grammar of each language lives: a .wasm file inside a package of the registry.
import { createRequire } from 'node:module';

const REPOMIX = '@repomix/tree-sitter-wasms/out';
const VSCODE = '@vscode/tree-sitter-wasm/wasm';

const GRAMMARS: Readonly<Record<string, string>> = {
  bash: `${VSCODE}/tree-sitter-bash.wasm`,
  c: `${REPOMIX}/tree-sitter-c.wasm`,
  cpp: `${REPOMIX}/tree-sitter-cpp.wasm`,
  csharp: `${REPOMIX}/tree-sitter-c_sharp.wasm`,
  css: `${REPOMIX}/tree-sitter-css.wasm`,
  dart: `${REPOMIX}/tree-sitter-dart.wasm`,
  go: `${REPOMIX}/tree-sitter-go.wasm`,
  html: 'tree-sitter-html/tree-sitter-html.wasm',
  ini: `${VSCODE}/tree-sitter-ini.wasm`,
  java: `${REPOMIX}/tree-sitter-java.wasm`,
  javascript: `${REPOMIX}/tree-sitter-javascript.wasm`,
  json: 'tree-sitter-json/tree-sitter-json.wasm',
  jsx: `${REPOMIX}/tree-sitter-tsx.wasm`,
  lua: '@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm',
  php: `${REPOMIX}/tree-sitter-php.wasm`,
  powershell: `${VSCODE}/tree-sitter-powershell.wasm`,
  python: `${REPOMIX}/tree-sitter-python.wasm`,
  regex: `${VSCODE}/tree-sitter-regex.wasm`,
  ruby: `${REPOMIX}/tree-sitter-ruby.wasm`,
  rust: `${REPOMIX}/tree-sitter-rust.wasm`,
  solidity: `${REPOMIX}/tree-sitter-solidity.wasm`,
  swift: `${REPOMIX}/tree-sitter-swift.wasm`,
  toml: '@tree-sitter-grammars/tree-sitter-toml/tree-sitter-toml.wasm',
  tsx: `${REPOMIX}/tree-sitter-tsx.wasm`,
  typescript: `${REPOMIX}/tree-sitter-typescript.wasm`,
  yaml: '@tree-sitter-grammars/tree-sitter-yaml/tree-sitter-yaml.wasm',
  zig: '@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm',
};

const packages = createRequire(import.meta.url);

export function grammarPath(language: string): string | undefined {
  const place = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;
  return place === undefined ? undefined : packages.resolve(place);
}

export function checkedLanguages(): string[] {
  return Object.keys(GRAMMARS);
}
