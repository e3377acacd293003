// Writes the items of a stream in its format: server-sent events, lines of JSON, or one JSON list.
import { editFirstFrame } from '../core/first-frame.ts';
import { WrittenFrames } from '../core/written-frames.ts';
import { type AttributionText, addMember } from './attribution.ts';
import type { StreamFormat, StreamItem } from './outcome.ts';

interface Place {
  format: StreamFormat;
  isFirst: boolean;
  /** For the first item; null if the account's plan removes it. */
  attribution: AttributionText | null;
}

export function writeFrame(item: StreamItem, place: Place): Uint8Array {
  const { isFirst, attribution } = place;
  if (item instanceof Uint8Array)
    return isFirst && attribution ? editFirstFrame(item, (json) => addMember(json, attribution.member)) : item;
  if (item instanceof WrittenFrames)
    return Buffer.from(isFirst && attribution ? addToFirst(item.text, attribution.member) : item.text);
  if (!Array.isArray(item)) return Buffer.from(writeItem(item, place));
  const later = { ...place, isFirst: false };
  return Buffer.from(item.map((one, at) => writeItem(one, at === 0 ? place : later)).join(''));
}

function writeItem(item: object, { format, isFirst, attribution }: Place): string {
  const isNumbered = 'data' in item && 'id' in item && typeof item.data === 'object';
  const json = JSON.stringify(isNumbered ? item.data : item);
  const text = isFirst && attribution ? addMember(json, attribution.member) : json;
  if (format === 'lines') return `${text}\n`;
  if (format === 'list') return `${isFirst ? '[' : ',\r\n'}${text}`;
  const id = isNumbered ? `id: ${String(item.id)}\n` : '';
  const name = isNumbered ? 'event' in item && item.event : format === 'named' && 'type' in item && item.type;
  return `${id}${name ? `event: ${String(name)}\n` : ''}data: ${text}\n\n`;
}

const DATA = 'data: ';

/** Adds a member to the event of the first frame. */
function addToFirst(frames: string, member: string): string {
  const start = frames.indexOf(DATA) + DATA.length;
  const end = frames.indexOf('\n\n', start);
  return frames.slice(0, start) + addMember(frames.slice(start, end), member) + frames.slice(end);
}
