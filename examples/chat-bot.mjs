// A chat bot: takes messages from Telegram's Bot API and answers them, with a memory for each chat.
//   BOT_TOKEN=123:abc ATELIER_API_KEY=sk_live_… npx node examples/chat-bot.mjs
import { Atelier, AtelierError } from '@atelier/client';

const BOT_API = `${process.env.BOT_API ?? 'https://api.telegram.org'}/bot${process.env.BOT_TOKEN}`;
const MODEL = process.env.MODEL ?? 'default';
const client = new Atelier();
/** Which conversation of the service belongs to which chat. */
const conversations = new Map();
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
process.once('SIGINT', () => ending.abort());

let offset = 0;
while (!ending.signal.aborted) {
  const updates = await callBot('getUpdates', { offset, timeout: 30 }).catch(() => []);
  for (const { update_id, message } of updates) {
    offset = update_id + 1;
    if (message?.text) await reply(message.chat.id, message.text);
  }
}

async function reply(chatId, text) {
  await callBot('sendChatAction', { chat_id: chatId, action: 'typing' });
  try {
    const answer = await client.chat.complete({
      model: MODEL,
      messages: [{ role: 'user', content: text }],
      conversation_id: conversations.get(chatId) ?? 'new',
    });
    conversations.set(chatId, answer.conversation_id);
    await callBot('sendMessage', { chat_id: chatId, text: answer.choices[0].message.content });
  } catch (error) {
    if (!(error instanceof AtelierError)) throw error;
    console.error(`chat ${chatId}: ${error.message}`);
    await callBot('sendMessage', { chat_id: chatId, text: 'I cannot think just now. Please try again in a while.' });
  }
}

async function callBot(method, body) {
  const response = await fetch(`${BOT_API}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: ending.signal,
  });
  return (await response.json()).result;
}
