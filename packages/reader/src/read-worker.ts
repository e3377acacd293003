// The thread that reads prompts, because loading the tagger would block the caller's event loop.
import { serveTasks } from '@atelier/kit';
import { readPrompt } from './read-prompt.ts';
import type { Reading } from './reading.ts';

serveTasks<string, Reading>((prompt) => readPrompt(prompt));
