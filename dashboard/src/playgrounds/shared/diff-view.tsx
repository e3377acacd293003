// A unified diff to read, file by file, with line numbers of both sides.
import { join } from '../../parts/class-names.ts';
import { playground } from '../strings.ts';
import { type DiffFile, type DiffLine, readDiff } from './diff-lines.ts';

export function DiffView({ diff }: { diff: string }) {
  const files = readDiff(diff);
  if (files.length === 0) return <p className="text-sm text-muted">{playground.unchanged}</p>;
  return (
    <div className="grid min-w-0 gap-4">
      {files.map((file) => (
        <OneFile key={file.path} file={file} />
      ))}
    </div>
  );
}

function OneFile({ file }: { file: DiffFile }) {
  return (
    <div className="grid min-w-0 rounded-lg border border-line bg-sunken">
      <div className="flex flex-wrap gap-x-3 border-b border-line px-3 py-2 text-xs">
        <span className="font-mono break-all">{file.path}</span>
        <span className="text-accent">{playground.linesAdded(file.added)}</span>
        <span className="text-danger">{playground.linesRemoved(file.removed)}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label={playground.diffOf(file.path)} tabIndex={0} className="max-h-[32rem] overflow-auto py-2">
        <table className="w-max min-w-full font-mono text-[0.8125rem] leading-relaxed">
          <tbody>
            {file.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
              <Line key={at} line={line} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const GROUNDS: Record<DiffLine['kind'], string> = {
  kept: '',
  added: 'bg-accent-soft',
  removed: 'bg-danger-soft',
  gap: 'text-muted',
};
const SIGNS: Record<DiffLine['kind'], string> = { kept: ' ', added: '+', removed: '−', gap: '⋯' };

function Line({ line }: { line: DiffLine }) {
  const number = 'w-10 px-2 text-right text-muted select-none';
  return (
    <tr className={GROUNDS[line.kind]}>
      <td className={number}>{line.before}</td>
      <td className={number}>{line.after}</td>
      <td className={join('w-5 text-center', line.kind === 'gap' ? null : 'font-semibold')}>{SIGNS[line.kind]}</td>
      <td className="pr-4 whitespace-pre">{line.text}</td>
    </tr>
  );
}
