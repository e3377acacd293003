// Adds up how long tests, files and folders took, and tells it at the end of a run.
import { clientCounts } from './client-counts.ts';

export interface EndedTest {
  name: string;
  file: string;
  ms: number;
}

const SLOWEST = 10;

export class TestTimes {
  readonly #tests: EndedTest[] = [];
  readonly #fileMs = new Map<string, number>();
  readonly #ended = new Set<string>();
  readonly #startedMs = Date.now();

  addTest(test: EndedTest): void {
    this.#tests.push(test);
    this.#fileMs.set(test.file, this.#fileMs.get(test.file) ?? 0);
  }

  /** With its hooks; answers with the file's line. */
  endFile(file: string, ms: number, isPassed: boolean): string {
    this.#fileMs.set(file, ms);
    this.#ended.add(file);
    return `${isPassed ? '✔' : '✖'} ${file} (${this.#testsOf(file)} tests, ${seconds(ms)})\n`;
  }

  hasEnded(file: string): boolean {
    return this.#ended.has(file);
  }

  summary(): string {
    const wall = seconds(Date.now() - this.#startedMs);
    // Tests that a helper defines are told where they stand; it is no file of tests itself.
    const files = [...this.#fileMs.keys()].filter((file) => file.endsWith('.test.ts'));
    const slowest = [...this.#tests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    return [
      `\nCovered: ${files.length} files, ${this.#tests.length} tests in ${wall}.`,
      '\nSlowest tests:',
      ...slowest.map(({ ms, name, file }) => `${seconds(ms).padStart(10)}  ${file}: ${name}`),
      '\nTime by folder (several files run at once):',
      ...this.#folders().map(
        ([folder, sum]) => `${seconds(sum.ms).padStart(10)}  ${folder}: ${sum.files} files, ${sum.tests} tests`,
      ),
      ...clientCounts(this.#tests),
      '\n',
    ].join('\n');
  }

  #folders(): [folder: string, sum: { files: number; tests: number; ms: number }][] {
    const folders = new Map<string, { files: number; tests: number; ms: number }>();
    for (const [file, ms] of this.#fileMs) {
      const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
      const sum = folders.get(folder) ?? { files: 0, tests: 0, ms: 0 };
      folders.set(folder, { files: sum.files + 1, tests: sum.tests + this.#testsOf(file), ms: sum.ms + ms });
    }
    return [...folders].sort(([, a], [, b]) => b.ms - a.ms);
  }

  #testsOf(file: string): number {
    return this.#tests.filter((test) => test.file === file).length;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
