// An operator's ComfyUI workflow: in API format with placeholders, checked when its upstream is connected and filled
// for each order.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Type from 'typebox';
import { isRecord } from '../../core/unknown-json.ts';

export const PLACEHOLDERS = [
  'prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'steps',
  'count',
  'image',
  'mask',
  'seconds',
  'frames',
  'fps',
  'lyrics',
  'tempo',
  'key',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type WorkflowValues = Partial<Record<Placeholder, string | number>>;

interface Node {
  class_type: string;
  inputs: Record<string, unknown>;
}
export type Graph = Record<string, Node>;

export interface Workflow {
  graph: Graph;
  placeholders: ReadonlySet<Placeholder>;
  /** The nodes whose files are the result. */
  outputs: readonly string[];
}

export interface WorkflowUse {
  /** For errors: the upstream and model that it belongs to. */
  owner: string;
  /** The placeholders that an order of this use can fill; any other needs a default. */
  given: readonly Placeholder[];
  /** Placeholders without which a customer's order would have no effect. */
  needed: readonly Placeholder[];
  makes: keyof typeof OUTPUT_NODES;
}

const MARK = /\{\{\s*([a-z_]+)\s*(?::([^}]*))?\}\}/g;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const OUTPUT_NODES = {
  images: /^(SaveImage|PreviewImage|SaveAnimatedPNG|SaveAnimatedWEBP|Image Save|ImageSave\w*)$/,
  videos: /^(VHS_VideoCombine|SaveVideo|SaveWEBM|SaveAnimatedWEBP)$/,
  songs: /^(SaveAudio|SaveAudioMP3|SaveAudioOpus|PreviewAudio)$/,
};
const USUAL_OUTPUT = { images: 'SaveImage', videos: 'SaveVideo or VHS_VideoCombine', songs: 'SaveAudio' };

/** The path of a file, or the workflow itself. */
export const workflowSetting = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Record(Type.String(), Type.Unknown())], { description }),
  );

/** The error says what the operator must change. */
export function readWorkflow(source: string | Record<string, unknown>, use: WorkflowUse): Workflow {
  if (typeof source !== 'string')
    return checkWorkflow(source, use, (what) => new Error(`${use.owner}: the workflow ${what}`));
  const path = source;
  const problem = (what: string) => new Error(`${use.owner}: the workflow ${path} ${what}`);
  let parsed: unknown;
  try {
    const text = readFileSync(resolve(path), 'utf8');
    if (text.length > MAX_FILE_BYTES) throw new Error('it is larger than 4 MB');
    parsed = JSON.parse(text);
  } catch (error) {
    throw problem(`cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return checkWorkflow(parsed, use, problem);
}

export function checkWorkflow(parsed: unknown, use: WorkflowUse, problem: (what: string) => Error): Workflow {
  const graph = graphOf(parsed, problem);
  const placeholders = new Set<Placeholder>();
  for (const { name, hasDefault } of marksIn(graph)) {
    const known = PLACEHOLDERS.find((one) => one === name);
    if (!known) throw problem(`has the unknown placeholder {{${name}}}. Known: ${PLACEHOLDERS.join(', ')}.`);
    if (!hasDefault && !use.given.includes(known))
      throw problem(`uses {{${name}}}, which no order of this kind has. Give it a default, such as {{${name}:8}}.`);
    placeholders.add(known);
  }
  const missing = use.needed.find((one) => !placeholders.has(one));
  if (missing) throw problem(`has no placeholder {{${missing}}}.`);
  const outputs = Object.keys(graph).filter((id) => OUTPUT_NODES[use.makes].test(graph[id]?.class_type ?? ''));
  if (outputs.length === 0)
    throw problem(`has no output node for ${use.makes}. Add a node ${USUAL_OUTPUT[use.makes]}, and export it again.`);
  return { graph, placeholders, outputs };
}

function graphOf(parsed: unknown, problem: (what: string) => Error): Graph {
  if (!isRecord(parsed)) throw problem('is not a JSON object.');
  if (Array.isArray(parsed.nodes))
    throw problem("is in the format of ComfyUI's editor. Save it with Workflow, Export (API).");
  const ids = Object.keys(parsed);
  if (ids.length === 0) throw problem('has no nodes.');
  for (const id of ids) {
    const node = parsed[id];
    if (!isRecord(node) || typeof node.class_type !== 'string' || !isRecord(node.inputs))
      throw problem(`has a node "${id}" without class_type and inputs.`);
    for (const [input, value] of Object.entries(node.inputs)) {
      const isLink = Array.isArray(value) && value.length === 2 && typeof value[1] === 'number';
      if (isLink && !Object.hasOwn(parsed, String(value[0])))
        throw problem(`links "${input}" of node "${id}" to the node "${value[0]}", which does not exist.`);
    }
  }
  return parsed as Graph;
}

function* marksIn(value: unknown): Generator<{ name: string; hasDefault: boolean }> {
  if (typeof value === 'string')
    for (const [, name = '', fallback] of value.matchAll(MARK)) yield { name, hasDefault: fallback !== undefined };
  else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) yield* marksIn(one);
}

/** A placeholder that is the whole input keeps its value's type; inside a longer text it becomes text. */
export function fillWorkflow({ graph }: Workflow, values: WorkflowValues): Graph {
  return fill(graph, values) as Graph;
}

function fill(value: unknown, values: WorkflowValues): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map((one) => fill(one, values));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, values)]));
}

function fillText(text: string, values: WorkflowValues): unknown {
  const [whole] = text.matchAll(MARK);
  if (whole && whole[0] === text.trim()) {
    const [, name = '', fallback = ''] = whole;
    return values[name as Placeholder] ?? (isNumeric(fallback) ? Number(fallback) : fallback);
  }
  // The replacement is a function, so that `$&` in a customer's prompt stays literal.
  return text.replace(MARK, (_, name: string, fallback = '') => String(values[name as Placeholder] ?? fallback));
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
