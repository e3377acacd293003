// Vocabularies of bytes and markers, in the three kinds that the families use: SentencePiece, byte-level BPE and Gemma's.
import type { MetadataValue } from './write-gguf.ts';

const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const USER_DEFINED = 4;
const BYTE = 6;

interface Token {
  text: string;
  kind: number;
}

export interface Vocabulary {
  size: number;
  metadata: Readonly<Record<string, MetadataValue>>;
}

export interface Markers {
  /** Found in texts only when the template writes them, and never shown. */
  control: readonly string[];
  /** Found in texts by the template, and shown. */
  shown?: readonly string[];
  begin?: string;
  end: string;
}

export function sentencePieces(markers: Markers): Vocabulary {
  const tokens = [{ text: '<unk>', kind: UNKNOWN }, ...named(markers), ...byteTokens(), ...letters('▁')];
  return describe(tokens, markers, { 'tokenizer.ggml.model': 'llama', 'tokenizer.ggml.add_bos_token': true });
}

/** `pre` is the family's way to cut a text into words. */
export function bytePairs(pre: string, markers: Markers): Vocabulary {
  const bytes = byteLetters().map((text) => ({ text, kind: NORMAL }));
  const merged = ['Ġt', 'he', 'in'].map((text) => ({ text, kind: NORMAL }));
  return describe([...bytes, ...merged, ...named(markers)], markers, {
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.pre': pre,
    'tokenizer.ggml.merges': ['Ġ t', 'h e', 'i n'],
    'tokenizer.ggml.add_bos_token': false,
  });
}

export function gemmaPieces(markers: Markers): Vocabulary {
  const start = ['<pad>', '<eos>', '<bos>'].map((text) => ({ text, kind: CONTROL }));
  const rest = { control: markers.control.filter((text) => !start.some((known) => known.text === text)) };
  const tokens = [...start, { text: '<unk>', kind: UNKNOWN }, ...named({ ...markers, ...rest })];
  return describe([...tokens, ...byteTokens(), ...letters('▁'), { text: 'he', kind: NORMAL }], markers, {
    'tokenizer.ggml.model': 'gemma4',
    'tokenizer.ggml.merges': ['h e'],
    'tokenizer.ggml.add_bos_token': true,
    'tokenizer.ggml.add_space_prefix': false,
  });
}

function describe(
  tokens: readonly Token[],
  markers: Markers,
  own: Readonly<Record<string, MetadataValue>>,
): Vocabulary {
  const idOf = (text: string) => tokens.findIndex((token) => token.text === text);
  return {
    size: tokens.length,
    metadata: {
      ...own,
      'tokenizer.ggml.tokens': tokens.map(({ text }) => text),
      'tokenizer.ggml.token_type': { integers: tokens.map(({ kind }) => kind) },
      'tokenizer.ggml.eos_token_id': idOf(markers.end),
      ...(markers.begin ? { 'tokenizer.ggml.bos_token_id': idOf(markers.begin) } : {}),
    },
  };
}

function named({ control, shown = [] }: Pick<Markers, 'control' | 'shown'>): Token[] {
  return [...control.map((text) => ({ text, kind: CONTROL })), ...shown.map((text) => ({ text, kind: USER_DEFINED }))];
}

function byteTokens(): Token[] {
  return Array.from({ length: 256 }, (_unused, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    kind: BYTE,
  }));
}

function letters(space: string): Token[] {
  const visible = Array.from({ length: 94 }, (_unused, index) => String.fromCharCode(33 + index));
  return [space, '\n', ...visible].map((text) => ({ text, kind: NORMAL }));
}

/** The letters by which GPT-2's tokenizer writes bytes: visible ones stand for themselves, the others are moved past 255. */
function byteLetters(): string[] {
  const isVisible = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let moved = 256;
  return Array.from({ length: 256 }, (_unused, byte) => String.fromCharCode(isVisible(byte) ? byte : moved++));
}
