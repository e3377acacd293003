// The files of the next message, with their state.
import { FileText, Image, LoaderCircle, X } from 'lucide-react';
import { wordsOf } from '../../api/problem.ts';
import { join } from '../../parts/class-names.ts';
import type { Attachment } from './attachments.ts';
import { attachmentWords } from './strings.ts';

export interface AttachmentListProps {
  list: readonly Attachment[];
  /** False: the chosen model does not accept images. */
  canSee: boolean;
  onRemove(id: number): void;
}

export function AttachmentList({ list, canSee, onRemove }: AttachmentListProps) {
  if (list.length === 0) return null;
  const isBlind = !canSee && list.some(({ pictureUrl }) => pictureUrl);
  return (
    <div className="grid gap-2">
      <ul aria-label={attachmentWords.list} className="flex flex-wrap gap-2">
        {list.map((attachment) => (
          <Chip key={attachment.id} attachment={attachment} onRemove={() => onRemove(attachment.id)} />
        ))}
      </ul>
      {isBlind && (
        <p role="alert" className="text-sm text-warn">
          {attachmentWords.blind}
        </p>
      )}
    </div>
  );
}

function Chip({ attachment, onRemove }: { attachment: Attachment; onRemove(): void }) {
  const { name, state, problem, note, pictureUrl } = attachment;
  const Icon = state === 'reading' ? LoaderCircle : pictureUrl ? Image : FileText;
  const words = state === 'reading' ? attachmentWords.reading : state === 'failed' ? wordsOf(problem) : note;
  return (
    <li
      className={join(
        'flex max-w-full items-center gap-2 rounded-lg border py-1 pr-1 pl-2.5 text-sm',
        state === 'failed' ? 'border-danger text-danger' : 'border-line bg-sunken',
      )}
    >
      <Icon aria-hidden className={join('size-4 shrink-0', state === 'reading' && 'animate-spin')} />
      <span className="min-w-0">
        <span className="block max-w-56 truncate">{name}</span>
        {words && <span className="block max-w-72 text-xs [overflow-wrap:anywhere]">{words}</span>}
      </span>
      <button type="button" onClick={onRemove} aria-label={attachmentWords.remove(name)} className="rounded-md p-1">
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
