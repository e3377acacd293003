// The example call of an operation, from the OpenAPI document.
import type { ApiDocument, ListedOperation } from './api-document.ts';

export type BodyKind = 'none' | 'json' | 'form';
export type AnswerKind = 'json' | 'stream' | 'file';

export interface ExampleCall {
  method: string;
  /** With version prefix and query: `/v1/jobs/JOB_ID?limit=10`. */
  url: string;
  bodyKind: BodyKind;
  /** For a form: a value that begins with @ names a file. */
  body: unknown;
  answerKind: AnswerKind;
  /** Where a returned file is saved. */
  fileName: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/zip': 'zip',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'audio/mpeg': 'mp3',
  'image/png': 'png',
  'video/mp4': 'mp4',
};

export function exampleCall({ method, path, operation }: ListedOperation, api: ApiDocument): ExampleCall {
  const query = new URLSearchParams();
  for (const one of operation.parameters)
    if (one.in === 'query' && one.example !== undefined) query.append(one.name, String(one.example));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => placeholderFor(name));
  const prefix = operation.servers ? '' : '/v1';
  const contents = operation.requestBody?.content ?? {};
  const json = contents['application/json'];
  const form = contents['multipart/form-data'];
  const { type } = api.successOf(operation);
  return {
    method,
    url: `${prefix}${filled}${query.size > 0 ? `?${query}` : ''}`,
    bodyKind: json?.example !== undefined ? 'json' : form?.example !== undefined ? 'form' : 'none',
    body: json?.example ?? form?.example,
    answerKind: type === 'application/json' ? 'json' : type === 'text/event-stream' ? 'stream' : 'file',
    fileName: `answer.${EXTENSIONS[type] ?? 'bin'}`,
  };
}

/** A placeholder for the reader to replace: `id` becomes `ID`. */
function placeholderFor(name: string): string {
  return name.toUpperCase();
}
