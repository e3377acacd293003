// Writes a Gemini request for an upstream of Google's: passes only fields with the same meaning and price there.
import { asRecord, asRecords, asText } from '../../../../core/unknown-json.ts';
import type { NamedFiles } from '../named-files.ts';
import { describeToolPart, isDocument } from './read-contents.ts';
import type { GenerateBody } from './schema.ts';

type Json = Record<string, unknown>;

const CONFIG = [
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'mediaResolution',
];
const THINKING = ['includeThoughts', 'thinkingBudget', 'thinkingLevel'];
const PART = ['text', 'thought', 'thoughtSignature', 'functionCall', 'functionResponse'];
const CALL = ['id', 'name', 'args'];
const RESULT = ['id', 'name', 'response'];
const DECLARATION = ['name', 'description', 'parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema'];
const CHOICE = ['mode', 'allowedFunctionNames'];

export interface NativeGemini {
  dialect: 'gemini';
  body: Json;
  headers: Record<string, string>;
}

export function nativeGemini(given: GenerateBody): NativeGemini {
  const { contents, systemInstruction, generationConfig: config, safetySettings, toolConfig } = given;
  const functions = (given.tools ?? []).flatMap(({ functionDeclarations: declared = [] }) =>
    declared.map((one) => pick(one, DECLARATION)),
  );
  const chosen = toolConfig?.functionCallingConfig;
  return {
    dialect: 'gemini',
    headers: {},
    body: {
      contents: contents.map(({ role, parts }) => ({ ...(role ? { role } : {}), parts: parts.map(partOf) })),
      ...(systemInstruction ? { systemInstruction: { parts: systemInstruction.parts.map(partOf) } } : {}),
      ...(functions.length > 0 ? { tools: [{ functionDeclarations: functions }] } : {}),
      ...(functions.length > 0 && chosen ? { toolConfig: { functionCallingConfig: pick(chosen, CHOICE) } } : {}),
      generationConfig: {
        ...pick(config ?? {}, CONFIG),
        ...(config?.thinkingConfig ? { thinkingConfig: pick(config.thinkingConfig, THINKING) } : {}),
      },
      ...(safetySettings ? { safetySettings: safetySettings.map((one) => pick(one, ['category', 'threshold'])) } : {}),
    },
  };
}

/** Inlines what a request names by address or file: images as data, documents as text. */
export async function inlineParts(body: GenerateBody, files: NamedFiles): Promise<GenerateBody> {
  const contents: GenerateBody['contents'] = [];
  // One after the other: in parallel they could exceed the limit before it is noticed.
  for (const [index, content] of body.contents.entries()) {
    const parts: typeof content.parts = [];
    for (const [position, part] of content.parts.entries())
      parts.push(await inlinePart(part, `contents[${index}].parts[${position}]`, files));
    contents.push({ ...content, parts });
  }
  return { ...body, contents };
}

type Part = GenerateBody['contents'][number]['parts'][number];

async function inlinePart(part: Part, at: string, files: NamedFiles): Promise<Part> {
  const { inlineData, fileData, ...rest } = part;
  if (!inlineData && !fileData) return part;
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType;
  const value = inlineData ? `data:application/octet-stream;base64,${inlineData.data}` : (fileData?.fileUri ?? '');
  if (isDocument(mimeType)) return { ...rest, text: `<document>\n${await files.document(value, at)}\n</document>` };
  // Video is refused part by part when the request is read.
  if (mimeType !== undefined && !mimeType.toLowerCase().startsWith('image/')) return part;
  const image = await files.image(value, at);
  return { ...rest, inlineData: { mimeType: image.mediaType, data: image.data } };
}

function partOf(part: Part): Json {
  const told = describeToolPart(part);
  if (told !== undefined) return { text: told };
  const { functionCall, functionResponse, ...picked } = pick(part, PART);
  const data = asRecord(part.inlineData);
  return {
    ...picked,
    ...(functionCall ? { functionCall: pick(asRecord(functionCall) ?? {}, CALL) } : {}),
    ...(functionResponse ? { functionResponse: pick(asRecord(functionResponse) ?? {}, RESULT) } : {}),
    ...(data ? { inlineData: { mimeType: asText(data.mimeType), data: asText(data.data) } } : {}),
  };
}

/** Native answers have one candidate, because its text is what is charged; several candidates are translated. */
export function isForOne({ generationConfig: config }: GenerateBody): boolean {
  return (config?.candidateCount ?? 1) === 1;
}

/** Chunks whose frames arrived together. */
export function chunksIn(frames: Uint8Array): object[] {
  return asRecords(
    Buffer.from(frames)
      .toString('utf8')
      .split('\n\n')
      .flatMap((frame) => (frame === '' ? [] : [JSON.parse(frame.slice('data: '.length))])),
  );
}

function pick(object: object, members: readonly string[]): Json {
  const given = object as Json;
  return Object.fromEntries(members.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}
