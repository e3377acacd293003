#!/usr/bin/env node
// The executable: runs the sources in a checkout, and the built file in the published package.
import { existsSync } from 'node:fs';

const source = new URL('../src/main.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : new URL('../dist/main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
