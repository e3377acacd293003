// Logs one line when a dependency stops answering and one when it answers again, instead of one for each call that fails meanwhile.
import { isLostConnection } from './lost-connection.ts';

export interface Dependency {
  /** As the log names it: "PostgreSQL", "Redis". */
  name: string;
  /** What happens meanwhile, for the log. */
  meanwhile: string;
  /** Asked every second while it is away. */
  isBack(): Promise<boolean>;
}

interface Outage {
  sinceMs: number;
  failures: number;
  timer: NodeJS.Timeout;
}

type Say = (level: 'info' | 'warn', fields: object, message: string) => void;

const ASK_MS = 1_000;

export class Outages {
  readonly #say: Say;
  readonly #away = new Map<string, Outage>();
  /** Every dependency that was named, for the metrics. */
  readonly #known = new Set<string>();
  #unsaid = 0;

  constructor(say: Say) {
    this.#say = say;
  }

  /** From now on the metrics show it. */
  watch({ name }: Dependency): void {
    this.#known.add(name);
  }

  failed(dependency: Dependency, error: unknown): void {
    const { name, meanwhile } = dependency;
    this.#known.add(name);
    const outage = this.#away.get(name);
    if (outage) {
      outage.failures += 1;
      return;
    }
    const timer = setInterval(() => void this.#ask(dependency), ASK_MS).unref();
    this.#away.set(name, { sinceMs: Date.now(), failures: 1, timer });
    this.#say('warn', { dependency: name, reason: reasonOf(error) }, `${name} does not answer: ${meanwhile}`);
  }

  /** Whether the log leaves this error out: it follows from an outage that was logged. */
  covers(error: unknown): boolean {
    if (this.#away.size === 0 || !isOfOutage(error)) return false;
    this.#unsaid += 1;
    return true;
  }

  /** 1 for each dependency that answers, 0 for each that does not. */
  get states(): readonly { name: string; isUp: boolean }[] {
    return [...this.#known].map((name) => ({ name, isUp: !this.#away.has(name) }));
  }

  isAway(name: string): boolean {
    return this.#away.has(name);
  }

  close(): void {
    for (const { timer } of this.#away.values()) clearInterval(timer);
    this.#away.clear();
  }

  async #ask({ name, isBack }: Dependency): Promise<void> {
    const outage = this.#away.get(name);
    if (!outage || !(await isBack().catch(() => false)) || this.#away.get(name) !== outage) return;
    clearInterval(outage.timer);
    this.#away.delete(name);
    const seconds = Math.round((Date.now() - outage.sinceMs) / 1000);
    const leftOut = this.#unsaid;
    this.#unsaid = 0;
    const fields = { dependency: name, seconds, failures: outage.failures, leftOut };
    this.#say('info', fields, `${name} answers again after ${seconds} s`);
  }
}

export function isOfOutage(error: unknown): boolean {
  if (isLostConnection(error)) return true;
  return error instanceof Error && error.cause !== undefined && isLostConnection(error.cause);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  return reason.split('\n', 1)[0] ?? '';
}
