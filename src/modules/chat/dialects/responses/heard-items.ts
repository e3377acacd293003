// What is kept of recordings in the input of a response: their transcripts, which later responses read without paying again.
import { describeRecording, transcriptOf } from '../../recordings.ts';
import type { InputItem, Part } from './schema.ts';

export function hasRecordings(items: readonly InputItem[]): boolean {
  return items.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'input_audio'));
}

/** The items with the transcripts in place of the recordings; an empty one for what was not heard yet. */
export function withTranscripts(items: readonly InputItem[]): readonly InputItem[] {
  return hasRecordings(items) ? items.map(withTranscript) : items;
}

function withTranscript(item: InputItem): InputItem {
  const { content } = item;
  return Array.isArray(content) ? { ...item, content: content.map(told) } : item;
}

function told(part: Part): Part {
  if (part.type !== 'input_audio' || !part.input_audio) return part;
  return { type: 'input_text', text: describeRecording(transcriptOf(part.input_audio) ?? '') };
}
