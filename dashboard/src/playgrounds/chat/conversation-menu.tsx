// The actions of a conversation: rename, export, delete.
import { EllipsisVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { renew } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field, Input } from '../../parts/field.tsx';
import { tell } from '../../parts/toast.tsx';
import { exportConversation } from './export-conversation.ts';
import { chatWords } from './strings.ts';

const ITEM = 'cursor-pointer rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken';

export interface ConversationMenuProps {
  title: string;
  onRename(): void;
  onExport(format: 'md' | 'json'): void;
  onDelete(): void;
}

export function ConversationMenu({ title, onRename, onExport, onDelete }: ConversationMenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={chatWords.actsOf(title)}
        className="shrink-0 rounded-md p-2 text-muted hover:text-ink"
      >
        <EllipsisVertical aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          className="z-50 min-w-44 rounded-xl border border-line bg-surface p-1 shadow-lifted"
        >
          <DropdownMenu.Item className={ITEM} onSelect={onRename}>
            {chatWords.rename}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => onExport('md')}>
            {chatWords.exportMarkdown}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => onExport('json')}>
            {chatWords.exportJson}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={`${ITEM} text-danger`} onSelect={onDelete}>
            {chatWords.deleteAll}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function saveAs(id: string, format: 'md' | 'json'): void {
  exportConversation(id, format).catch((error) => tell(wordsOf(error), 'problem'));
}

export function RenameDialog({ id, title, onClose }: { id: string; title: string; onClose(): void }) {
  const [text, setText] = useState(title);
  const [problem, setProblem] = useState<unknown>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await client().chat.conversations.rename(id, text.trim());
      await renew('GET /chat/conversations');
      onClose();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={chatWords.renameTitle}>
      <form onSubmit={save} className="grid gap-4">
        <Field label={chatWords.newTitle}>
          <Input value={text} maxLength={200} required onChange={(event) => setText(event.target.value)} />
        </Field>
        <ErrorNote error={problem} />
        <DialogActions>
          <Button type="submit" look="primary" disabled={text.trim() === ''}>
            {chatWords.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
