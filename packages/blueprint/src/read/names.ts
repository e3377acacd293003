// Names the app: the name in the prompt, else a title from its subject.
import { titleCase } from './words.ts';

export function readName(prompt: string, subject: string): string {
  const called = /\b(?:called|named|titled)\s+["“']?([A-Z0-9][\w'’&-]*(?:\s+[A-Z0-9][\w'’&-]*){0,3})["”']?/.exec(
    prompt,
  );
  if (called?.[1]) return called[1].replace(/['’]$/, '');
  const quoted = /["“]([^"”]{2,40})["”]/.exec(prompt);
  if (quoted?.[1]) return quoted[1];
  return titleCase(subject);
}

/** The words after `for`, `about` or `of`: the customer's own subject. */
export function readSubject(prompt: string): string | null {
  const found =
    /\b(?:for|about|of|selling|sells|on)\s+(?:an?\s+|the\s+|my\s+|our\s+)?([a-z][a-z' -]{2,40}?)(?=\s+(?:with|that|where|including|in|called|named|using|and|who|which|to|for)\b|[.,;:!?]|$)/i.exec(
      prompt,
    );
  return found?.[1]?.trim().toLowerCase() ?? null;
}
