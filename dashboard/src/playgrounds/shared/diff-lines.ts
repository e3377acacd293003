// Reads a unified diff into files and numbered lines, for showing.
export interface DiffLine {
  kind: 'kept' | 'added' | 'removed' | 'gap';
  text: string;
  before: number | null;
  after: number | null;
}

export interface DiffFile {
  path: string;
  added: number;
  removed: number;
  lines: DiffLine[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

export function readDiff(diff: string): DiffFile[] {
  const files: DiffFile[] = [];
  let oldPath = '';
  // The hunk's position, and how many lines of each side are still missing: a removed line may itself begin with "-- ".
  let hunk = { before: 0, after: 0, owesBefore: 0, owesAfter: 0 };
  for (const line of diff.split('\n')) {
    const file = files.at(-1);
    const start = HUNK.exec(line);
    if (file && (hunk.owesBefore > 0 || hunk.owesAfter > 0) && /^[ +-]/.test(line)) takeLine(file, hunk, line);
    else if (start && file) {
      if (file.lines.length > 0) file.lines.push({ kind: 'gap', text: '', before: null, after: null });
      hunk = {
        before: Number(start[1]),
        after: Number(start[3]),
        owesBefore: Number(start[2] ?? 1),
        owesAfter: Number(start[4] ?? 1),
      };
    } else if (line.startsWith('--- ')) oldPath = pathOf(line);
    else if (line.startsWith('+++ ')) {
      const path = pathOf(line);
      files.push({ path: path === '/dev/null' ? oldPath : path, added: 0, removed: 0, lines: [] });
    }
  }
  return files;
}

function takeLine(
  file: DiffFile,
  hunk: { before: number; after: number; owesBefore: number; owesAfter: number },
  line: string,
): void {
  const text = line.slice(1);
  const isAdded = line.startsWith('+');
  const isRemoved = line.startsWith('-');
  file.lines.push({
    kind: isAdded ? 'added' : isRemoved ? 'removed' : 'kept',
    text,
    before: isAdded ? null : hunk.before,
    after: isRemoved ? null : hunk.after,
  });
  if (isAdded) file.added += 1;
  else {
    hunk.before += 1;
    hunk.owesBefore -= 1;
  }
  if (isRemoved) file.removed += 1;
  else {
    hunk.after += 1;
    hunk.owesAfter -= 1;
  }
}

function pathOf(line: string): string {
  return line
    .slice(4)
    .replace(/\t.*$/, '')
    .replace(/^[ab]\//, '')
    .trim();
}
