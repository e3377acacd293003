// The thread that reads prompts: loading the tagger would hold up the caller's event loop.
import { serveTasks } from '@atelier/kit';
import { readPrompt } from './read-prompt.ts';
import type { Reading } from './reading.ts';

serveTasks<string, Reading>((prompt) => readPrompt(prompt));
