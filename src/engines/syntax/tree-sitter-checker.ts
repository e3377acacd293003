// Checks syntax with tree-sitter grammars in a worker thread, so that a long file never stops the event loop.
import { Host, openThread } from '@atelier/kit';
import { grammarPath } from './grammars.ts';
import type { SyntaxChecker, SyntaxProblem, SyntaxReport } from './port.ts';
import type { CheckTask } from './worker.ts';

const NOT_CHECKED: SyntaxReport = { checked: false, ok: false, errors: [] };
const MAX_CODE_CHARACTERS = 2_000_000;
const WORKER_HEAP_MB = 512;
const LIMIT_MS = 30_000;

export class TreeSitterChecker implements SyntaxChecker {
  readonly #host = new Host<CheckTask, SyntaxProblem[]>({
    open: () =>
      openThread(new URL('./worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
      }),
    name: 'The syntax checker',
  });

  checks(language: string): boolean {
    return grammarPath(language) !== undefined;
  }

  async check(language: string, code: string, signal: AbortSignal): Promise<SyntaxReport> {
    const grammar = grammarPath(language);
    if (grammar === undefined || code.length > MAX_CODE_CHARACTERS) return NOT_CHECKED;
    signal.throwIfAborted();
    try {
      const errors = await this.#host.call(
        { grammar, code: completeFragment(language, code) },
        // Not the caller's signal, because a paid text is checked completely.
        { signal: AbortSignal.timeout(LIMIT_MS) },
      );
      return { checked: true, ok: errors.length === 0, errors };
    } catch {
      // If the grammar crashes on this text, nothing is known about its syntax.
      return NOT_CHECKED;
    }
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}

/** The grammar treats PHP outside its tag as plain text, so a fragment without a tag gets one, on the same line. */
function completeFragment(language: string, code: string): string {
  return language === 'php' && !code.includes('<?') ? `<?php ${code}` : code;
}
