#!/usr/bin/env node
// The command: in a checkout it runs the sources, in the packed package what was built from them.
import { existsSync } from 'node:fs';

const source = new URL('../src/main.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : new URL('../dist/main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
