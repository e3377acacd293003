// Splits a prompt into the items it asks for, so that each can be answered by itself.
import { hueOf } from '../read/theme.ts';
import { listWords } from '../read/words.ts';

const SENTENCES = /[.;!?\n]+\s+|[.;!?\n]+$/;
const VERBS =
  'add|remove|delete|drop|hide|rename|change|make|use|call|show|include|give|put|track|keep|manage|let|allow|switch|turn|set|replace|move|send|export|import';
const NEXT_ORDER = new RegExp(
  `(?:,\\s*(?:and |then |also )*|\\s+(?:and|then) (?:also )?)(?=(?:please )?(?:${VERBS})\\b)`,
  'i',
);
const JOINTS =
  /,?\s+(?:with|including|featuring|plus|that has|that have|which has|and also|and with)\s+(?:support for\s+)?/i;
const LEAD_IN =
  /^(?:please\s+|also\s+|and\s+|then\s+)*(?:(?:it|the (?:app|site|page)|this|users?|i|we|people|there)\s+)?(?:(?:should|must|can|could|would|needs?|want|wants|have|has|to|be able|also|like|be)\s+)*(?:(?:add|include|show|support|have|has|with|features?|need|use)\s+)?(?:(?:a|an|the|some|new|their|its|also)\s+)*/i;
const EMPTY =
  /^(?:(?:and|or|the|an?|simple|beautiful|modern|clean|nice|good|great|easy|fast|small|thanks?|please|it|use|to|ui|design|look(?:ing)?|very|really|me|my|for)\s*)*$/i;
const MAX_REQUESTS = 40;

/** Pairs that are one thing, although a list is split at `and`. */
const PAIRS =
  /\b(drag|light|dark|sign up|log in|login|add|create|edit|view|pros|terms)(, [a-z]+)* and (drop|dark|light|sign in|sign out|out|log ?out|edit|delete|remove|update|cons|conditions)\b/gi;
const JOINED = '\uE000';
const COMMA = '\uE001';

/** A prompt for a new app: its kind, then each requested feature. */
export function splitPrompt(prompt: string): { subject: string; items: string[] } {
  const [first = '', ...more] = joinPairs(prompt).split(SENTENCES).map(tidy).filter(Boolean);
  const [start = first, ...rest] = first.split(JOINTS);
  const [subject = start, ...manners] = splitManners(start);
  const items = [
    ...manners,
    ...rest.flatMap(listWords),
    ...more.flatMap((sentence) => listWords(sentence.replace(JOINTS, ', '))),
  ];
  return { subject: unique([subject])[0] ?? first, items: unique(items.map(withoutLeadIn)).slice(0, MAX_REQUESTS) };
}

/** An instruction for an existing app, as one order for each item: `add x and y to tasks` is two. */
export function splitInstruction(instruction: string, isThing: (words: string) => boolean): string[] {
  const orders = joinPairs(instruction)
    .split(SENTENCES)
    .flatMap((sentence) => sentence.split(NEXT_ORDER))
    .map(tidy)
    .filter(Boolean);
  return unique(orders.flatMap((order) => splitOrder(order, isThing))).slice(0, MAX_REQUESTS);
}

function splitOrder(order: string, isThing: (words: string) => boolean): string[] {
  const found = new RegExp(
    `^((?:please |can you |could you |i (?:want|need) |also )*(?:${VERBS}|it should have|want|need)\\s+)(.+)$`,
    'i',
  ).exec(order);
  const [, verb = '', object = ''] = found ?? [];
  if (!found || /\b(rename|change|call|let|allow|replace|move|set)\s+$/i.test(verb)) return [order];
  const target = /^(.+?)(\s+(?:to|for|on|in|from|of)\s+(?:(?:the|all|each|every|my|our)\s+)*([\w -]+))$/i.exec(object);
  const isShared = target !== null && isThing(target[3] ?? '');
  const items = listWords(isShared ? (target[1] ?? '') : object);
  if (items.length < 2) return [order];
  const look = /^(it|the app)\s+/i.exec(object)?.[0] ?? '';
  return items.map((item, index) => `${verb}${index > 0 ? look : ''}${item}${isShared ? (target[2] ?? '') : ''}`);
}

/** A name or a colour after the subject is a separate item. */
function splitManners(words: string): string[] {
  const colour = /^(.+)\s+in\s+((?:[a-z]+\s+)?([a-z]+))$/i.exec(words);
  const isColour = hueOf(colour?.[3] ?? '') !== undefined;
  const rest = isColour ? (colour?.[1] ?? '') : words;
  const called = /^(.+?)\s+((?:called|named|titled)\s+.+)$/i.exec(rest);
  return [called?.[1] ?? rest, ...(called?.[2] ? [called[2]] : []), ...(isColour ? [colour?.[2] ?? ''] : [])];
}

function joinPairs(words: string): string {
  return words.replace(PAIRS, (pair) => pair.replace(/ and /i, ` ${JOINED} `).replaceAll(',', COMMA));
}

function withoutLeadIn(item: string): string {
  return tidy(item.replace(LEAD_IN, ''));
}

function tidy(words: string): string {
  return words.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,:]+$/g, '');
}

function unique(items: string[]): string[] {
  const whole = items.map((item) => tidy(item.replaceAll(COMMA, ',').replaceAll(JOINED, 'and')));
  return [...new Set(whole)].filter((item) => item.length > 1 && !EMPTY.test(item));
}
