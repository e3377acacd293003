// The prompts that ask a text model for an application, for an edit and for a repair.
import type { Framework } from '../../engines/blueprint/port.ts';
import type { Problem, SourceFile } from '../../engines/preview/port.ts';
import type { ResponseFormat, TextMessage } from '../../engines/text/port.ts';

const RULES: Record<Framework, string> = {
  react:
    'React 19 with Vite: index.html loading /src/main.jsx, package.json, vite.config.js. Packages: react, react-dom, react-router-dom only. Use import.meta.env.BASE_URL as the base of every route.',
  vue: 'Vue 3 with Vite: index.html loading /src/main.js, package.json, vite.config.js, single-file components. Packages: vue, vue-router only. Use import.meta.env.BASE_URL as the base of every route.',
  nextjs:
    'Next.js App Router with app/layout.jsx and app/page.jsx; every page renders in the browser ("use client"). Packages: next, react, react-dom only.',
  nodejs:
    'Node.js, ES modules, node: modules only, no packages: package.json with "start": "node server.js"; listen on process.env.PORT at 127.0.0.1; keep data in the folder data/; pages use relative addresses.',
  python:
    'Python 3.11, standard library only: app.py; listen on the port of the environment variable PORT at 127.0.0.1; keep data in the folder data/; pages use relative addresses.',
};

export const ANSWER_FORMAT: ResponseFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'application',
    schema: {
      type: 'object',
      properties: {
        summary: { type: 'string' },
        files: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, content: { type: 'string' } },
            required: ['path', 'content'],
          },
        },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, search: { type: 'string' }, replace: { type: 'string' } },
            required: ['path', 'search', 'replace'],
          },
        },
        removed: { type: 'array', items: { type: 'string' } },
      },
      required: ['summary', 'files'],
    },
  },
};

const SHAPE =
  'Answer with one JSON object {"summary": string, "files": [{"path", "content"}], "edits": [{"path", "search", "replace"}], "removed": [path]}. "files" holds whole new files; "edits" changes an existing file: "search" is text that occurs exactly once in it. No text outside of the JSON.';

export function buildMessages(framework: Framework, prompt: string, existing: readonly SourceFile[]): TextMessage[] {
  const task =
    existing.length === 0
      ? 'Write the complete application: whole files, a README.md and tests.'
      : 'Change the application below. Change only what the request needs, with the smallest edits; keep everything else as it is.';
  const system = `You build small, complete, good-looking, accessible applications. ${RULES[framework]} No secrets in code, no requests to other hosts. ${task} ${SHAPE}`;
  const context = existing.length === 0 ? '' : `\n\nThe application now:\n${printFiles(existing)}`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${prompt}${context}` },
  ];
}

const MAX_PROBLEMS = 10;
const MAX_PATH_CHARACTERS = 120;
const MAX_MESSAGE_CHARACTERS = 400;

export function repairMessage(problems: readonly Problem[], files: readonly SourceFile[]): TextMessage {
  // Bounded, because a repair is paid: the first ones matter, and the others often follow from them.
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ stage, file, line, message }) => {
    const place = `${(file ?? 'the app').slice(0, MAX_PATH_CHARACTERS)}${line ? `:${line}` : ''}`;
    return `- ${stage}: ${place}: ${message.slice(0, MAX_MESSAGE_CHARACTERS)}`;
  });
  const named = new Set(problems.map((problem) => problem.file));
  const shown = files.filter((file) => named.has(file.path));
  return {
    role: 'user',
    content: `It does not work yet:\n${lines.join('\n')}\n\nRepair exactly this. ${SHAPE}${shown.length ? `\n\nThe files named above are now:\n${printFiles(shown)}` : ''}`,
  };
}

export function printFiles(files: readonly SourceFile[]): string {
  return files.map((file) => `=== ${file.path}\n${file.content}`).join('\n');
}
