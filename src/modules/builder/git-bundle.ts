// Writes a project's history as a git bundle, one commit per version: `git clone project.bundle` reads it.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { ProjectFile } from '../../store/projects.ts';

export interface BundledVersion {
  message: string;
  at: Date;
  files: readonly ProjectFile[];
}

const TYPES = { commit: 1, tree: 2, blob: 3 } as const;
type ObjectType = keyof typeof TYPES;

export function gitBundle(versions: readonly BundledVersion[]): Buffer {
  const objects = new Map<string, { type: ObjectType; content: Buffer }>();
  let parent: string | null = null;
  for (const version of versions) parent = addCommit(objects, version, parent);
  const header = Buffer.from(`# v2 git bundle\n${parent} refs/heads/main\n${parent} HEAD\n\n`);
  return Buffer.concat([header, packOf([...objects.values()])]);
}

type Objects = Map<string, { type: ObjectType; content: Buffer }>;
type Folder = Map<string, Folder | string>;

function addCommit(objects: Objects, version: BundledVersion, parent: string | null): string {
  const root: Folder = new Map();
  for (const file of version.files) {
    const parts = file.path.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      const next = folder.get(part);
      const child: Folder = next instanceof Map ? next : new Map();
      folder.set(part, child);
      folder = child;
    }
    folder.set(parts.at(-1) ?? '', addObject(objects, 'blob', Buffer.from(file.content)));
  }
  const who = `Builder <builder@localhost> ${Math.floor(version.at.getTime() / 1000)} +0000`;
  const lines = [
    `tree ${addTree(objects, root)}`,
    ...(parent ? [`parent ${parent}`] : []),
    `author ${who}`,
    `committer ${who}`,
    '',
    version.message,
    '',
  ];
  return addObject(objects, 'commit', Buffer.from(lines.join('\n')));
}

function addTree(objects: Objects, folder: Folder): string {
  const entries = [...folder].map(([name, value]) => {
    const isFolder = value instanceof Map;
    return {
      sortName: isFolder ? `${name}/` : name,
      mode: isFolder ? '40000' : '100644',
      name,
      id: isFolder ? addTree(objects, value) : value,
    };
  });
  // Git sorts by bytes, and sorts a folder as if its name ended with a slash.
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.sortName), Buffer.from(b.sortName)));
  const content = entries.map(({ mode, name, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  return addObject(objects, 'tree', Buffer.concat(content));
}

function addObject(objects: Objects, type: ObjectType, content: Buffer): string {
  const id = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
  objects.set(id, { type, content });
  return id;
}

function packOf(objects: { type: ObjectType; content: Buffer }[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([
    head,
    ...objects.flatMap(({ type, content }) => [sizeOf(TYPES[type], content.length), deflateSync(content)]),
  ]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function sizeOf(type: number, length: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(length / 16);
  bytes.push((type << 4) | (length % 16) | (rest > 0 ? 0x80 : 0));
  while (rest > 0) {
    const next = Math.floor(rest / 128);
    bytes.push((rest % 128) | (next > 0 ? 0x80 : 0));
    rest = next;
  }
  return Buffer.from(bytes);
}
