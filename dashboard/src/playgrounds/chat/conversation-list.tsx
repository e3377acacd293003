// The conversations, last used first: open one, or delete it.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { formatWhen, playground } from '../strings.ts';
import { chatWords } from './strings.ts';

type Conversation = Reply<'GET /chat/conversations'>['data'][number];

export interface ConversationListProps {
  openedId: string | null;
  onOpen(id: string | null): void;
}

const PAGE = 20;
const MOST = 100;

export function ConversationList({ openedId, onOpen }: ConversationListProps) {
  const [limit, setLimit] = useState(PAGE);
  const [doomed, setDoomed] = useState<Conversation | null>(null);
  const list = useCall('GET /chat/conversations', { query: { limit } });
  const remove = async () => {
    if (!doomed) return;
    await client().call('DELETE /chat/conversations/{id}', { params: { id: doomed.id } });
    if (doomed.id === openedId) onOpen(null);
    await renew('GET /chat/conversations');
  };
  return (
    <Panel title={chatWords.conversations}>
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.data?.data.length === 0 && <p className="text-sm text-muted">{chatWords.noConversations}</p>}
      <ul className="-mx-2 grid max-h-96 grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto">
        {list.data?.data.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.id === openedId}
            onOpen={() => onOpen(conversation.id)}
            onDelete={() => setDoomed(conversation)}
          />
        ))}
      </ul>
      {list.data?.has_more && limit < MOST && (
        <Button size="small" look="quiet" onClick={() => setLimit(MOST)} className="mt-2">
          {playground.showMore}
        </Button>
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={chatWords.deleteTitle}
        description={chatWords.deleteText}
        confirmLabel={chatWords.deleteAll}
        isDangerous
        onConfirm={remove}
      />
    </Panel>
  );
}

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  onOpen(): void;
  onDelete(): void;
}

function Row({ conversation, isOpen, onOpen, onDelete }: RowProps) {
  const title = conversation.title || chatWords.untitled;
  return (
    <li className={join('group flex items-center rounded-lg', isOpen ? 'bg-accent-soft' : 'hover:bg-sunken')}>
      <button
        type="button"
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
        className="min-w-0 grow rounded-lg px-2 py-1.5 text-left text-sm"
      >
        <span className="block truncate">{title}</span>
        <span className="block truncate text-xs text-muted">
          {formatWhen(conversation.updated_at)} · {chatWords.messageCount(conversation.messages_count)}
        </span>
      </button>
      <button
        type="button"
        onClick={onDelete}
        aria-label={chatWords.deleteConversation(title)}
        className="shrink-0 rounded-md p-2 text-muted hover:text-danger"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </li>
  );
}
