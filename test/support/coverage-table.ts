// Prints how much of each source folder the tests ran, in lines and branches.
import { relative } from 'node:path';

interface Summary {
  workingDirectory: string;
  files: {
    path: string;
    totalLineCount: number;
    coveredLineCount: number;
    totalBranchCount: number;
    coveredBranchCount: number;
  }[];
}

export function coverageTable({ files, workingDirectory }: Summary): string {
  const folders = new Map<string, { lines: [number, number]; branches: [number, number] }>();
  for (const file of files) {
    const [top = '', second = ''] = relative(workingDirectory, file.path).split('/');
    const folder = second.endsWith('.ts') ? top : `${top}/${second}`;
    const sum = folders.get(folder) ?? { lines: [0, 0], branches: [0, 0] };
    folders.set(folder, {
      lines: [sum.lines[0] + file.coveredLineCount, sum.lines[1] + file.totalLineCount],
      branches: [sum.branches[0] + file.coveredBranchCount, sum.branches[1] + file.totalBranchCount],
    });
  }
  const rows = [...folders]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([folder, { lines, branches }]) => `${folder.padEnd(20)} ${percent(lines)} ${percent(branches)}`);
  return `\n${'Coverage'.padEnd(20)}    lines  branches\n${rows.join('\n')}\n`;
}

function percent([covered, total]: [number, number]): string {
  return `${total === 0 ? '–' : ((covered / total) * 100).toFixed(1)} %`.padStart(9);
}
