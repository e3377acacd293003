// The location of each language's grammar: a .wasm file inside an npm package.
import { fileURLToPath } from 'node:url';

/** Each path is written out, so that unused packages can be detected. */
const GRAMMARS: Readonly<Record<string, () => string>> = {
  bash: () => import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm'),
  c: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm'),
  cpp: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm'),
  csharp: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-c_sharp.wasm'),
  css: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-css.wasm'),
  dart: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm'),
  go: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-go.wasm'),
  html: () => import.meta.resolve('tree-sitter-html/tree-sitter-html.wasm'),
  ini: () => import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-ini.wasm'),
  java: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-java.wasm'),
  javascript: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-javascript.wasm'),
  json: () => import.meta.resolve('tree-sitter-json/tree-sitter-json.wasm'),
  jsx: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-tsx.wasm'),
  lua: () => import.meta.resolve('@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm'),
  php: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-php.wasm'),
  powershell: () => import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm'),
  python: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-python.wasm'),
  regex: () => import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-regex.wasm'),
  ruby: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-ruby.wasm'),
  rust: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-rust.wasm'),
  solidity: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-solidity.wasm'),
  swift: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm'),
  toml: () => import.meta.resolve('@tree-sitter-grammars/tree-sitter-toml/tree-sitter-toml.wasm'),
  tsx: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-tsx.wasm'),
  typescript: () => import.meta.resolve('@repomix/tree-sitter-wasms/out/tree-sitter-typescript.wasm'),
  yaml: () => import.meta.resolve('@tree-sitter-grammars/tree-sitter-yaml/tree-sitter-yaml.wasm'),
  zig: () => import.meta.resolve('@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm'),
};

export function grammarPath(language: string): string | undefined {
  const place = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;
  return place && fileURLToPath(place());
}

export function checkedLanguages(): string[] {
  return Object.keys(GRAMMARS);
}
