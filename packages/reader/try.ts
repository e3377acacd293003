// Reads one prompt: node packages/reader/try.ts "a red fox running through a snowy forest at dawn"
import { parseArgs } from 'node:util';
import { readPrompt } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
console.log(JSON.stringify(readPrompt(positionals[0] ?? 'an old fisherman with a white beard'), null, 2));
