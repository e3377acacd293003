// The programming languages: name, file extensions and aliases of each.
export interface CodeLanguage {
  id: string;
  name: string;
  extensions: readonly string[];
  aliases: readonly string[];
}

/** id | name | extensions | aliases */
const TABLE = `
ada | Ada | adb ads |
apex | Apex | cls trigger |
assembly | Assembly | asm s | asm nasm
awk | AWK | awk | gawk
bash | Bash | sh bash | shell sh zsh
c | C | c h |
clojure | Clojure | clj cljs cljc | clojurescript
cmake | CMake | cmake |
cobol | COBOL | cob cbl |
coffeescript | CoffeeScript | coffee |
cpp | C++ | cpp cc cxx hpp hh | c++ cplusplus
crystal | Crystal | cr |
csharp | C# | cs | c# cs dotnet
css | CSS | css | scss
d | D | d | dlang
dart | Dart | dart | flutter
dockerfile | Dockerfile | dockerfile | docker
elixir | Elixir | ex exs |
elm | Elm | elm |
erlang | Erlang | erl hrl |
fortran | Fortran | f90 f95 f |
fsharp | F# | fs fsx | f#
gdscript | GDScript | gd | godot
glsl | GLSL | glsl vert frag |
go | Go | go | golang
graphql | GraphQL | graphql gql |
groovy | Groovy | groovy gradle | gradle
haskell | Haskell | hs |
haxe | Haxe | hx |
hcl | HCL (Terraform) | tf hcl | terraform
html | HTML | html htm |
ini | INI | ini cfg |
java | Java | java |
javascript | JavaScript | js mjs cjs | js node nodejs ecmascript
json | JSON | json |
jsx | JSX (React) | jsx | react
julia | Julia | jl |
kotlin | Kotlin | kt kts |
latex | LaTeX | tex | tex
lisp | Common Lisp | lisp lsp cl | common-lisp
lua | Lua | lua |
makefile | Makefile | mk | make
markdown | Markdown | md | md
matlab | MATLAB | m | octave
nim | Nim | nim |
nix | Nix | nix |
objectivec | Objective-C | mm | objective-c objc
ocaml | OCaml | ml mli |
pascal | Pascal | pas | delphi
perl | Perl | pl pm |
php | PHP | php |
plsql | PL/SQL | pls plsql | pl/sql
powershell | PowerShell | ps1 psm1 | pwsh
prolog | Prolog | pro |
protobuf | Protocol Buffers | proto | proto
python | Python | py pyi | py python3
r | R | r | rlang
racket | Racket | rkt |
regex | Regular expression | regex | regexp
ruby | Ruby | rb | rb
rust | Rust | rs | rs
scala | Scala | scala sc |
scheme | Scheme | scm ss |
solidity | Solidity | sol |
sql | SQL | sql | postgresql mysql sqlite
svelte | Svelte | svelte |
swift | Swift | swift |
tcl | Tcl | tcl |
toml | TOML | toml |
tsx | TSX (React) | tsx |
typescript | TypeScript | ts mts cts | ts
verilog | Verilog | v sv | systemverilog
vhdl | VHDL | vhd vhdl |
vbnet | Visual Basic .NET | vb | vb visual-basic
vue | Vue | vue | vuejs
wgsl | WGSL | wgsl |
xml | XML | xml xsd svg |
yaml | YAML | yaml yml | yml
zig | Zig | zig |
`;

export const LANGUAGES: readonly CodeLanguage[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', extensions = '', aliases = ''] = line.split('|').map((cell) => cell.trim());
    return { id, name, extensions: words(extensions), aliases: words(aliases) };
  });

/** The language used if none is named and none is detected. */
export const PLAIN_TEXT: CodeLanguage = {
  id: 'plaintext',
  name: 'Plain text',
  extensions: ['txt'],
  aliases: ['text', 'txt'],
};

const byName = new Map<string, CodeLanguage>();
for (const language of [...LANGUAGES, PLAIN_TEXT]) {
  const names = [...language.extensions, ...language.aliases, language.name.toLowerCase(), language.id];
  for (const name of names) if (!byName.has(name) || name === language.id) byName.set(name, language);
}

/** Finds a language by id, name, alias or file extension, in any case. */
export function findLanguage(name: string): CodeLanguage | undefined {
  return byName.get(name.trim().toLowerCase().replace(/^\./, ''));
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
