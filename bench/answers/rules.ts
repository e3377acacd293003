// Checks whether an answer keeps an instruction of IFEval, after that benchmark's own definitions.
export interface Instruction {
  rule: string;
  values: Readonly<Record<string, unknown>>;
}

type Check = (answer: string, values: Readonly<Record<string, unknown>>) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  'punctuation:no_comma': (answer) => !answer.includes(','),
  'startend:quotation': (answer) => /^"[\s\S]+"$/.test(answer),
  'change_case:english_lowercase': (answer) => answer === answer.toLowerCase(),
  'change_case:english_capital': (answer) => answer === answer.toUpperCase(),
  'startend:end_checker': (answer, { end_phrase }) =>
    answer.replace(/"$/, '').toLowerCase().endsWith(String(end_phrase).toLowerCase()),
  'detectable_format:number_bullet_lists': (answer, { num_bullets }) =>
    count(answer, /^\s*(?:\*[^*]|-)/gm) === num_bullets,
  'detectable_format:title': (answer) => /<<[^\n]*[^\s<>][^\n]*>>/.test(answer),
  'detectable_format:json_format': (answer) => isJson(answer.replace(/^```(?:json)?|```$/gi, '')),
  'detectable_format:number_highlighted_sections': (answer, { num_highlights }) =>
    count(answer, /\*[^\n*]+\*/g) >= Number(num_highlights),
  'detectable_content:postscript': (answer, { postscript_marker }) =>
    new RegExp(`^\\s*${String(postscript_marker).replaceAll('.', '\\.\\s?')}`, 'im').test(answer),
  'keywords:forbidden_words': (answer, { forbidden_words }) =>
    !(forbidden_words as string[]).some((word) => new RegExp(`\\b${word}\\b`, 'i').test(answer)),
  'keywords:existence': (answer, { keywords }) =>
    (keywords as string[]).every((word) => answer.toLowerCase().includes(word.toLowerCase())),
  'detectable_format:constrained_response': (answer) => /My answer is (?:yes|no|maybe)\./.test(answer),
};

/** An empty answer keeps no instruction. */
export function keepsInstruction(answer: string, { rule, values }: Instruction): boolean {
  const check = CHECKS[rule];
  if (!check) throw new Error(`there is no check for ${rule}`);
  const said = answer.trim();
  return said !== '' && check(said, values);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}
