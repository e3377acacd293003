// Routes of Anthropic's Messages API, answered by the chat service.
import { WrittenFrames } from '../../../../core/written-frames.ts';
import { events, json } from '../../../../http/outcome.ts';
import { CHAT_BODY_LIMIT_BYTES, type Route, route } from '../../../../http/route.ts';
import type { StreamItem } from '../../answer-order.ts';
import type { ChatService } from '../../chat-service.ts';
import { readAnswer } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import { leftOutHeaders } from '../left-out.ts';
import { NamedFiles } from '../named-files.ts';
import { OwnFields } from '../own-fields.ts';
import { type SealedThoughts, thoughtsOf } from '../sealed-thoughts.ts';
import type { SearchingChat } from '../search/searching-chat.ts';
import { messagesError } from './error.ts';
import { inlineSources } from './inline-sources.ts';
import { nativeLeftOut, nativeMessages } from './native-body.ts';
import { writeMessage } from './reply.ts';
import { chatBodyOf, countedBodyOf, ownNames } from './request.ts';
import { CountTokensBody, CountTokensReply, MessagesBody, MessagesReply } from './schema.ts';
import { writeStream } from './stream.ts';

export function messagesRoutes(
  chat: ChatService,
  { sealed, searching }: { sealed: SealedThoughts; searching: SearchingChat },
): Route[] {
  return [
    route({
      method: 'POST',
      path: '/messages',
      summary: "Answer a chat in the form of Anthropic's Messages API",
      description:
        'Takes the body of the Anthropic Messages API and answers in its form, so that clients written for it work unchanged. The key may be sent as `x-api-key`. Charged by tokens, as POST /chat/completions is.',
      example: {
        body: { model: 'default', max_tokens: 40, messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
      },
      billed: true,
      generates: true,
      caches: true,
      errors: ['not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: MessagesBody,
      reply: MessagesReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      errorShape: messagesError,
      run: async ({ caller, requestId, signal, body: given, headers }) => {
        const thoughts = thoughtsOf(sealed, caller.accountId);
        const mayPass = chat.speaks(given.model, caller, 'messages');
        const body = mayPass ? await inlineSources(given, new NamedFiles(chat.files, { caller, signal })) : given;
        const { body: asked, leftOut, search } = chatBodyOf(body, thoughts, searching.hasWeb);
        const betas = headers['anthropic-beta']?.toString();
        // Searches run between the rounds of a chat.
        const native = mayPass && !search ? nativeMessages(body, { thoughts, betas }) : undefined;
        const hidden = body.thinking?.display === 'omitted' ? thoughts : undefined;
        const call = { caller, requestId, signal, body: asked, native };
        const fields = new OwnFields(ownNames(body), asked);
        const namesLeftOut = (isNative: boolean) => leftOutHeaders(isNative ? nativeLeftOut(leftOut) : leftOut);
        if (!body.stream && search) {
          const { answer, receipt } = await fields.naming(searching.whole(call, searching.webPlan(search)));
          return json(writeMessage(answer, hidden), { receipt, headers: namesLeftOut(false) });
        }
        if (!body.stream) {
          const { body: reply, receipt, isNative } = await fields.naming(chat.whole(call));
          const message = isNative ? reply : writeMessage(readAnswer(reply), hidden);
          return json(message, { receipt, headers: namesLeftOut(isNative) });
        }
        // A prompt that cannot be counted must not fail the call: the last event has the exact usage.
        let count = async () => 0;
        let promptTokens: Promise<number> | undefined;
        const onPrompt = (countPrompt: () => Promise<number>) => {
          count = () => countPrompt().catch(() => 0);
          // In parallel with the upstream call, so that nobody waits for it.
          if (!native) promptTokens = count();
        };
        const opening = search
          ? searching.stream({ ...call, onPrompt }, searching.webPlan(search))
          : chat.openStream({ ...call, onPrompt });
        const { items, isNative } = await fields.naming(opening);
        const options = { format: 'named', charged: true, headers: namesLeftOut(isNative) } as const;
        if (isNative) return events(asWritten(items, fields), options);
        return events(
          writeStream(readSteps(items, fields), { promptTokens: promptTokens ?? count(), hidden }),
          options,
        );
      },
    }),
    route({
      method: 'POST',
      path: '/messages/count_tokens',
      summary: 'Count the tokens of a prompt without answering it, free of charge',
      description: 'Counts the tokens of a prompt with the tokenizer of the model, without answering it. Free.',
      example: { body: { model: 'default', messages: [{ role: 'user', content: 'Why is the sky blue?' }] } },
      errors: ['not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: CountTokensBody,
      reply: CountTokensReply,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      idempotent: false,
      errorShape: messagesError,
      run: async ({ caller, requestId, signal, body }) => {
        const { body: asked, leftOut } = countedBodyOf(body, thoughtsOf(sealed, caller.accountId));
        const fields = new OwnFields(ownNames(body), asked);
        const counted = await fields.naming(chat.count({ caller, requestId, signal, body: asked }));
        return json({ input_tokens: counted }, { headers: leftOutHeaders(leftOut) });
      },
    }),
  ];
}

/** The upstream's own events. */
async function* asWritten(items: AsyncIterable<StreamItem>, fields: OwnFields): AsyncGenerator<WrittenFrames> {
  try {
    for await (const item of items)
      if (item instanceof Uint8Array) yield new WrittenFrames(Buffer.from(item).toString('utf8'));
  } catch (error) {
    throw fields.rename(error);
  }
}
