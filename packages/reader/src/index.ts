// The entry of the package.
export { PromptReader } from './prompt-reader.ts';
export { readPrompt } from './read-prompt.ts';
export type { Action, Attribute, AttributeKind, Reading, Thing } from './reading.ts';
