// Writes the page of licences out of the model catalogue.
import type { CatalogueEntry } from '../../src/models/catalogue.ts';

export function printThirdParty(entries: readonly CatalogueEntry[]): string {
  const rows = [...entries]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, title, kind, ownedBy, licence, files }) => {
      const [source = ''] = Object.values(files).flatMap((file) => file.sources.map(originOf));
      return `| \`${id}\` | ${title} | ${kind} | ${ownedBy} | ${licence} | \`${source}\` |`;
    });
  return `# Third-party models, sounds and other works

Nothing of this table is in the repository or the packages: the service pulls what it needs, and each entry keeps its own licence.
<!-- Generated from src/models/catalogue.json; do not edit (how: contributing.md, "Add a model"). -->

| id | what | kind | by | licence | comes from |
|---|---|---|---|---|---|
${rows.join('\n')}

## In the repository
| file | what | licence |
|---|---|---|
| \`src/engines/image/networks/weights/artcnn-c4f32.onnx\` | ArtCNN C4F32, the fast upscaler, by João Chrisóstomo | MIT ([text](../src/engines/image/networks/weights/LICENCE.txt)) |
| \`src/models/adapters/tinyllama-heal-q8_0.gguf\` | an adapter that improves the 2-bit TinyLlama | of the project; [its training data](../src/models/adapters/README.md) have licences from public domain to CC BY-SA |
| \`test/fixtures/photos\` | photographs for measurements | public domain and CC0 ([each](../test/fixtures/photos/LICENCES.md)) |

## Packages
The packages of \`package-lock.json\` come from npm under their own licences. A test sees to it that none is under the AGPL or the GPL; those under the LGPL are
libvips, which \`sharp\` loads as a shared library. The painter sets type in Poppins and DM Serif Display (\`@fontsource/poppins\`,
\`@fontsource/dm-serif-display\`), which are under the SIL Open Font License 1.1. Programs that a machine may have (\`ffmpeg\`, Chromium, bubblewrap) are run as processes, not linked.
`;
}

/** The package or repository a file comes from, without the file. */
function originOf(source: CatalogueEntry['files'][string]['sources'][number]): string {
  const address = typeof source === 'string' || Array.isArray(source) ? source : (source as { from: string }).from;
  const first = Array.isArray(address) ? String(address[0]) : String(address);
  const [, origin = first] = /^((?:npm:@?[^@#]+|hf:[^@]+))/.exec(first) ?? [];
  return origin;
}
