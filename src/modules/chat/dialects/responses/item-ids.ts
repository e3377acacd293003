// Ids of output items: they contain their response's id and their position in it, so a reference needs no index.

const PREFIXES: Readonly<Record<string, string>> = {
  reasoning: 'rs',
  message: 'msg',
  refusal: 'msg',
  search: 'ws',
  files: 'fs',
};
const RESPONSE = 'resp_';
const ITEM = /^[a-z]+_([0-9a-z]{26})_(\d{1,4})$/;

export function itemId(kind: string, responseId: string, index: number): string {
  return `${PREFIXES[kind.split(' ')[0] ?? ''] ?? 'fc'}_${responseId.slice(RESPONSE.length)}_${index}`;
}

export function placeOfItem(id: string): { responseId: string; index: number } | undefined {
  const [, token, index] = ITEM.exec(id) ?? [];
  return token === undefined ? undefined : { responseId: `${RESPONSE}${token}`, index: Number(index) };
}
