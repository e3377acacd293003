// One conversation, or two side by side when models are compared, with the composer and the settings.

import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { isSignedOut } from '../../api/problem.ts';
import { useCall } from '../../api/queries.ts';
import { type Ask, useAsk } from '../../parts/ask.ts';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { CodeButton } from '../../parts/same-call.tsx';
import { Workspace } from '../../parts/workspace.tsx';
import { Rate } from '../shared/rate.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { alternativesOf } from './branches.ts';
import { type ChatSettings, readTools } from './chat-body.ts';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import type { Message } from './message.ts';
import { contentOf } from './message-parts.ts';
import { Settings } from './settings.tsx';
import { chatWords } from './strings.ts';
import { ToolResults } from './tool-calls.tsx';
import { Transcript } from './transcript.tsx';
import { openCallsOf } from './turns.ts';
import { useAttachments } from './use-attachments.ts';
import { type Chat, useChat } from './use-chat.ts';
import { useChatSettings } from './use-chat-settings.ts';

export interface OneChatProps {
  openedId: string | null;
  onOpen(id: string | null): void;
  onNamed(id: string): void;
}

export function OneChat({ openedId, onOpen, onNamed }: OneChatProps) {
  const chat = useChat(openedId, onNamed);
  const other = useChat(null, ignoreName);
  const [settings, change] = useChatSettings();
  const [text, setText] = useState('');
  const attachments = useAttachments();
  const models = useCall('GET /chat/models').data?.data ?? [];
  const isComparing = settings.compareWith !== '';
  const otherSettings = { ...settings, model: settings.compareWith };
  const canSee = [settings.model, ...(isComparing ? [settings.compareWith] : [])].every((id) =>
    models.find((model) => model.id === id)?.capabilities.includes('vision'),
  );
  const hasPictures = attachments.list.some(({ pictureUrl }) => pictureUrl);
  const isReading = attachments.list.some(({ state }) => state === 'reading');
  const isReady = settings.model !== '' && readTools(settings.tools) !== undefined && !isReading;
  const isWriting = chat.isWriting || (isComparing && other.isWriting);
  const send = () => {
    const message: Message = { role: 'user', content: contentOf({ text: text.trim(), ...attachments.take() }) };
    setText('');
    const said = text;
    // Before the page gives way to the sign-in, which keeps what stands in the box.
    void chat.send([message], settings).then((refusal) => isSignedOut(refusal) && setText(said));
    if (isComparing) void other.send([message], otherSettings);
  };
  const [asked, setAsked] = useState<Ask | null>(null);
  useAsk('chat', (ask) => {
    setText(ask.prompt);
    attachments.add(ask.files);
    if (ask.isSent) setAsked(ask);
  });
  const canSend = isReady && (canSee || !hasPictures) && (text.trim() !== '' || attachments.list.length > 0);
  // What home asked is sent once the model is known and the files are read.
  const isDue = asked !== null && canSend && attachments.list.length >= asked.files.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is due, and then not again.
  useEffect(() => {
    if (!isDue) return;
    setAsked(null);
    send();
  }, [isDue]);
  const price = models.find(({ id }) => id === settings.model)?.pricing;
  const root = useRootOf(chat);
  const composer = (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-2">
      <Composer
        text={text}
        isWriting={isWriting}
        canSend={canSend}
        attachments={attachments}
        canSee={canSee}
        onText={setText}
        onSend={send}
        onStop={() => {
          chat.stop();
          other.stop();
        }}
      />
      <Rate price={price} />
    </div>
  );
  return (
    <Workspace
      title={chatWords.title}
      opened={chat.conversationId}
      actions={
        <>
          {chat.lastBody && <CodeButton request={{ method: 'POST', path: '/chat/completions', body: chat.lastBody }} />}
          <Button size="small" onClick={() => onOpen(null)}>
            <Plus aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{chatWords.newConversation}</span>
          </Button>
        </>
      }
      history={{
        label: chatWords.conversations,
        content: <ConversationList openedRoot={root} onOpen={onOpen} />,
      }}
      settings={{
        label: chatWords.settings,
        content: <Settings settings={settings} onChange={change} hasBegun={chat.turns.length > 0} />,
      }}
      composer={composer}
    >
      <section
        aria-label={chatWords.transcript}
        className={join(
          'grid min-h-0 grow grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]',
          isComparing && 'grid-rows-2 divide-y divide-line lg:grid-cols-2 lg:grid-rows-1 lg:divide-x lg:divide-y-0',
        )}
      >
        <Column chat={chat} settings={settings} isNamed={isComparing} onIdea={setText} onOpen={onOpen} />
        {isComparing && <Column chat={other} settings={otherSettings} isNamed onIdea={setText} onOpen={onOpen} />}
      </section>
    </Workspace>
  );
}

const ignoreName = () => undefined;

function useFamily(id: string | null) {
  const call = { params: { id: id ?? '' } };
  return useCall('GET /chat/conversations/{id}/branches', call, { enabled: id !== null }).data?.data;
}

function useRootOf({ conversationId, savedId }: Chat): string | null {
  const own = useFamily(savedId)?.find((one) => one.id === savedId);
  return own?.root_id ?? conversationId;
}

interface ColumnProps {
  chat: Chat;
  settings: ChatSettings;
  /** The two columns are labelled by their models. */
  isNamed: boolean;
  onIdea(text: string): void;
  onOpen(id: string): void;
}

function Column({ chat, settings, isNamed, onIdea, onOpen }: ColumnProps) {
  const family = useFamily(chat.savedId);
  const alternatives = useMemo(
    () => alternativesOf(family ?? [], chat.conversationId ?? '', chat.turns.length),
    [family, chat.conversationId, chat.turns.length],
  );
  const calls = openCallsOf(chat.turns);
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      {isNamed && <p className="truncate px-5 pt-4 font-mono text-xs text-muted sm:px-7">{settings.model}</p>}
      <Transcript
        label={isNamed ? chatWords.transcriptOf(settings.model) : chatWords.transcript}
        turns={chat.turns}
        alternatives={alternatives}
        isWriting={chat.isWriting}
        onIdea={onIdea}
        onResend={(turn, text) => void chat.resend(turn, text, settings)}
        onBranch={onOpen}
        onGoOn={() => void chat.send([{ role: 'user', content: chatWords.goOnMessage }], settings)}
      >
        {calls.length > 0 && <ToolResults calls={calls} onSend={(messages) => void chat.send(messages, settings)} />}
      </Transcript>
      {chat.problem !== undefined && (
        <div className="px-4 pb-3">
          <Trouble error={chat.problem} module="chat" />
        </div>
      )}
    </div>
  );
}
