// Inlines what a Responses request's items name by address or file: images as data, documents as text.
import type { NamedFiles } from '../named-files.ts';
import type { InputItem, Part } from './schema.ts';

const MAX_NAME_CHARACTERS = 200;

export async function inlineItems(
  items: readonly InputItem[],
  files: NamedFiles,
  fieldOf: (index: number) => string,
): Promise<InputItem[]> {
  const inlined: InputItem[] = [];
  // One after the other: in parallel they could exceed the limit before it is noticed.
  for (const [index, item] of items.entries()) {
    const { content, output } = item;
    const at = fieldOf(index);
    inlined.push({
      ...item,
      ...(Array.isArray(content) ? { content: await inlineParts(content, `${at}.content`, files) } : {}),
      ...(Array.isArray(output) ? { output: await inlineParts(output, `${at}.output`, files) } : {}),
    });
  }
  return inlined;
}

async function inlineParts(parts: readonly Part[], at: string, files: NamedFiles): Promise<Part[]> {
  const inlined: Part[] = [];
  for (const [position, part] of parts.entries()) inlined.push(await inlinePart(part, `${at}[${position}]`, files));
  return inlined;
}

async function inlinePart(part: Part, at: string, files: NamedFiles): Promise<Part> {
  const { type, image_url: url, file_id: id, file_data: data, file_url: address, filename } = part;
  if (type === 'input_image' && (url || id)) {
    const { mediaType, data: bytes } = await files.image(url || id || '', at);
    const { detail } = part;
    return { type, image_url: `data:${mediaType};base64,${bytes}`, ...(detail ? { detail } : {}) };
  }
  const named = data || address || id;
  if (type !== 'input_file' || !named) return part;
  const title = filename ? ` name=${JSON.stringify(filename.slice(0, MAX_NAME_CHARACTERS))}` : '';
  return { type: 'input_text', text: `<document${title}>\n${await files.document(named, at)}\n</document>` };
}
