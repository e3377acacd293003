// The result of a tool: the facts as short text, and a link for every generated file.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const LONGEST_TEXT = 2_000;
const LONGEST_LIST = 60;
const MAX_LINKS = 30;
const MIME_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt',
  zip: 'application/zip',
  mid: 'audio/midi',
};

export function presentResult(value: unknown): CallToolResult {
  const links = [...new Map(findLinks(value, 'result')).entries()].slice(0, MAX_LINKS);
  return {
    content: [
      { type: 'text', text: JSON.stringify(shorten(value)) },
      ...links.map(([uri, name]) => ({ type: 'resource_link' as const, uri, name, ...mimeTypeOf(uri) })),
    ],
  };
}

export function presentProblem(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] };
}

/** Every URL in the result, named by the field that holds it. */
function findLinks(value: unknown, name: string): [string, string][] {
  if (typeof value === 'string') return /^https?:\/\/\S{1,2000}$/.test(value) ? [[value, name]] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => findLinks(one, name));
  return Object.entries(value).flatMap(([field, one]) => findLinks(one, field.replace(/^url$/, name)));
}

function mimeTypeOf(uri: string): { mimeType?: string } {
  const extension = /\.([a-z0-9]{2,4})(?:\?.*)?$/.exec(uri)?.[1] ?? '';
  const mimeType = MIME_TYPES[extension];
  return mimeType ? { mimeType } : {};
}

/** Waveforms, source files and image data are for programs: for a model they would only cost tokens. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, LONGEST_LIST).map(shorten);
    return value.length > LONGEST_LIST ? [...kept, `… ${value.length - LONGEST_LIST} more`] : kept;
  }
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, shorten(one)]));
}
