// The conversations, most recently used first: search, open, rename, export or delete.
import { useDeferredValue, useState } from 'react';
import { client, type Reply } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Input } from '../../parts/field.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { formatWhen, playground } from '../strings.ts';
import { ConversationMenu, RenameDialog, saveAs } from './conversation-menu.tsx';
import { chatWords } from './strings.ts';

type Conversation = Reply<'GET /chat/conversations'>['data'][number];

export interface ConversationListProps {
  /** The root of the open conversation. */
  openedRoot: string | null;
  onOpen(id: string | null): void;
}

const PAGE = 20;
const MOST = 100;

export function ConversationList({ openedRoot, onOpen }: ConversationListProps) {
  const [limit, setLimit] = useState(PAGE);
  const [text, setText] = useState('');
  const [act, setAct] = useState<{ kind: 'rename' | 'delete'; conversation: Conversation } | null>(null);
  const q = useDeferredValue(text.trim());
  const list = useCall('GET /chat/conversations', { query: { limit, ...(q ? { q } : {}) } });
  const remove = async (id: string) => {
    await client().call('DELETE /chat/conversations/{id}', { params: { id } });
    if (id === openedRoot) onOpen(null);
    await renew('GET /chat/conversations');
  };
  return (
    <>
      <Input
        type="search"
        aria-label={chatWords.searchConversations}
        placeholder={chatWords.searchConversations}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="mb-3"
      />
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.data?.data.length === 0 && (
        <p className="text-sm text-muted">{q ? chatWords.noMatches : chatWords.noConversations}</p>
      )}
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto">
        {list.data?.data.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.id === openedRoot}
            onOpen={() => void openNewest(conversation.id).then(onOpen)}
            onAct={(kind) => setAct({ kind, conversation })}
          />
        ))}
      </ul>
      {list.data?.has_more && limit < MOST && (
        <Button size="small" look="quiet" onClick={() => setLimit(MOST)} className="mt-2">
          {playground.showMore}
        </Button>
      )}
      {act?.kind === 'rename' && (
        <RenameDialog id={act.conversation.id} title={act.conversation.title} onClose={() => setAct(null)} />
      )}
      <ConfirmDialog
        isOpen={act?.kind === 'delete'}
        onClose={() => setAct(null)}
        title={chatWords.deleteTitle}
        description={chatWords.deleteText}
        confirmLabel={chatWords.deleteAll}
        isDangerous
        onConfirm={async () => act && remove(act.conversation.id)}
      />
    </>
  );
}

/** For a conversation with branches, the most recently used branch. */
async function openNewest(id: string): Promise<string> {
  const family = await client()
    .chat.conversations.branches(id)
    .catch(() => null);
  const used = (family?.data ?? []).filter(({ messages_count }) => messages_count > 0);
  // Every use of a branch updates the root, so a branch used later sorts before it.
  const branches = used.filter(({ root_id }) => root_id !== null);
  const newest = branches.reduce<(typeof used)[number] | undefined>(
    (best, one) => (!best || one.updated_at > best.updated_at ? one : best),
    undefined,
  );
  const root = used.find(({ root_id }) => root_id === null);
  return newest && (!root || newest.updated_at >= root.updated_at) ? newest.id : id;
}

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  onOpen(): void;
  onAct(kind: 'rename' | 'delete'): void;
}

function Row({ conversation, isOpen, onOpen, onAct }: RowProps) {
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
      <ConversationMenu
        title={title}
        onRename={() => onAct('rename')}
        onExport={(format) => saveAs(conversation.id, format)}
        onDelete={() => onAct('delete')}
      />
    </li>
  );
}
