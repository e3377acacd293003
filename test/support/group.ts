// Runs several test files in one process, one after the other, each as a suite with its own hooks.

import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** `files` are addresses of modules. */
export function runTogether(files: readonly string[]): void {
  for (const file of files) {
    describe(relative(process.cwd(), fileURLToPath(file)), async () => {
      try {
        await import(file);
      } catch (error) {
        // Node does not count a suite that cannot be loaded; a test it does.
        test('the file can be loaded', () => Promise.reject(error));
      }
    });
  }
}
