// A message with its attachments: text, documents as text, images by URL.
import type { Message } from './message.ts';

export interface Outgoing {
  text: string;
  documents: readonly { name: string; text: string }[];
  pictures: readonly string[];
}

type Content = Message['content'];

const DOCUMENT = /^Attached file: ([^\n]+)\n\n/;

export function contentOf({ text, documents, pictures }: Outgoing): NonNullable<Content> {
  if (documents.length === 0 && pictures.length === 0) return text;
  return [
    ...documents.map((document) => ({
      type: 'text' as const,
      text: `Attached file: ${document.name}\n\n${document.text}`,
    })),
    { type: 'text' as const, text },
    ...pictures.map((url) => ({ type: 'image_url' as const, image_url: { url } })),
  ];
}

export function partsOf(content: Content): { text: string; pictures: string[]; documents: string[] } {
  if (typeof content === 'string') return { text: content, pictures: [], documents: [] };
  const texts = (content ?? []).flatMap((part) => (part.text === undefined ? [] : [part.text]));
  return {
    text: texts.filter((text) => !DOCUMENT.test(text)).join('\n'),
    pictures: (content ?? []).flatMap((part) => (part.image_url ? [part.image_url.url] : [])),
    documents: texts.flatMap((text) => DOCUMENT.exec(text)?.[1] ?? []),
  };
}

/** The same message with other text; its attachments stay. */
export function withText(message: Message, text: string): Message {
  if (!Array.isArray(message.content)) return { ...message, content: text };
  const isOwnText = (part: (typeof message.content)[number]) => part.text !== undefined && !DOCUMENT.test(part.text);
  const rest = message.content.filter((part) => !isOwnText(part));
  return { ...message, content: [...rest, { type: 'text', text }] };
}
