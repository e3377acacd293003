// Writes the versions of a project as git objects, one commit per version. The same versions always get the same commits.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { ServiceError } from '../../core/errors.ts';
import type { ProjectFile } from '../../store/projects.ts';

export interface CommittedVersion {
  message: string;
  at: Date;
  files: readonly ProjectFile[];
}

const TYPES = { commit: 1, tree: 2, blob: 3 } as const;
type ObjectType = keyof typeof TYPES;

/** What one history may need in memory, compressed. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The objects in the order in which versions needed them first. */
export class GitObjects {
  readonly #packed = new Map<string, Buffer>();
  #bytes = 0;
  #parent: string | null = null;

  get count(): number {
    return this.#packed.size;
  }

  /** Returns the id of the commit. */
  addVersion(version: CommittedVersion): string {
    this.#parent = addCommit(this, version, this.#parent);
    return this.#parent;
  }

  add(type: ObjectType, content: Buffer): string {
    const id = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
    if (this.#packed.has(id)) return id;
    const packed = Buffer.concat([sizeOf(TYPES[type], content.length), deflateSync(content)]);
    this.#bytes += packed.length;
    if (this.#bytes > MAX_BYTES)
      throw new ServiceError('payload_too_large', 'The history of this project is too large for Git: more than 64 MB.');
    this.#packed.set(id, packed);
    return id;
  }

  /** A pack of the objects without the first `skipped`, which the reader has. */
  packAfter(skipped: number): Buffer {
    const objects = [...this.#packed.values()].slice(skipped);
    const head = Buffer.alloc(12);
    head.write('PACK');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(objects.length, 8);
    const checksum = createHash('sha1').update(head);
    for (const object of objects) checksum.update(object);
    return Buffer.concat([head, ...objects, checksum.digest()]);
  }
}

type Folder = Map<string, Folder | string>;

function addCommit(objects: GitObjects, version: CommittedVersion, parent: string | null): string {
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
    folder.set(parts.at(-1) ?? '', objects.add('blob', Buffer.from(file.content)));
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
  return objects.add('commit', Buffer.from(lines.join('\n')));
}

function addTree(objects: GitObjects, folder: Folder): string {
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
  return objects.add('tree', Buffer.concat(content));
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
