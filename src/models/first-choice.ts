// The models of the first start: chooses them by the catalogue's table, logs the choice, and pulls better ones in the background.
import type { Choices } from './catalogue.ts';
import { mayPass } from './download-error.ts';
import { lookAtMachine, type Machine } from './machine.ts';
import { type Recommendation, recommendFromStore } from './recommend.ts';
import type { ModelStore } from './store.ts';
import { describeMachine, duration, gigabytes } from './words.ts';

export interface FirstChoice {
  /** Text models that are better than the first, best first; empty until the machine was inspected. */
  preferredText(): readonly string[];
  /** The text models to begin with: the smallest of the hub, then the one of the npm registry. */
  firstText(): Promise<readonly string[]>;
  /**
   * Pulls models that are better than the first ones; present models stay in use until then. Throws if a later attempt
   * may bring more.
   */
  upgrade(signal: AbortSignal): Promise<void>;
}

export interface FirstChoiceParts {
  store: ModelStore;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Called when a better model is on disk. */
  onArrived?: (id: string) => void;
  look?: (modelsDir: string) => Promise<Machine>;
  choices?: Choices;
}

/** Before this time, the measured rate is not meaningful. */
const MEASURE_MS = 3_000;

export function createFirstChoice({
  store,
  log,
  onArrived,
  look = lookAtMachine,
  choices,
}: FirstChoiceParts): FirstChoice {
  let decided: Promise<readonly Recommendation[]> | undefined;
  let text: Recommendation | undefined;
  /** Each reason is logged once, however often the attempt is repeated. */
  const told = new Map<string, string>();

  function decide(): Promise<readonly Recommendation[]> {
    decided ??= look(store.modelsDir).then((machine) => {
      const made = recommendFromStore(store, machine, choices);
      text = made.find(({ use }) => use === 'text');
      log.info({ machine }, `models for this machine: ${describeMachine(machine)}`);
      for (const one of made) log.info({ use: one.use, model: one.model ?? null }, inWords(one, store));
      return made;
    });
    return decided;
  }

  function preferredText(): readonly string[] {
    return text?.model ? [text.model] : [];
  }

  async function firstText(): Promise<readonly string[]> {
    await decide();
    return [text?.begin, text?.withoutHub].filter((id): id is string => id !== undefined);
  }

  async function upgrade(signal: AbortSignal): Promise<void> {
    const wanted = (await decide()).filter(({ model }) => model && !store.pathIfReady(model));
    const later: string[] = [];
    for (const { use, model = '' } of wanted) {
      // The operator has chosen another model.
      if (store.chosen(use) !== undefined && store.chosen(use) !== model) continue;
      try {
        await store.ensure(model, { signal, onProgress: logRemainingTime(model) });
        log.info({ use, model }, `${model} is here and takes over for ${use} once it is loaded`);
        onArrived?.(model);
      } catch (error) {
        signal.throwIfAborted();
        if (mayPass(error)) later.push(model);
        logFailure(`${model} for ${use}`, error);
      }
    }
    if (later.length > 0) throw new Error(`${later.join(' and ')} could not be had yet`);
  }

  function logFailure(what: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    if (told.get(what) === why) return;
    told.set(what, why);
    const next = mayPass(error) ? 'it is tried again in a while' : 'the next start tries again';
    log.warn({ why }, `${what} could not be had; what is here stays in use, and ${next}`);
  }

  /** Logs once, from the measured rate, how long the download will take. */
  function logRemainingTime(model: string): (fraction: number) => void {
    const bytes = store.list().find(({ id }) => id === model)?.bytes ?? 0;
    let start: { atMs: number; fraction: number } | undefined;
    let isTold = false;
    return (fraction) => {
      start ??= { atMs: Date.now(), fraction };
      const elapsedMs = Date.now() - start.atMs;
      if (isTold || elapsedMs < MEASURE_MS || fraction <= start.fraction) return;
      isTold = true;
      const bytesPerSecond = ((fraction - start.fraction) * bytes * 1000) / elapsedMs;
      const left = duration(((1 - fraction) * bytes) / bytesPerSecond);
      log.info(
        { model, bytesPerSecond: Math.round(bytesPerSecond) },
        `${model}: ${gigabytes(bytes)} at ${(bytesPerSecond / 1e6).toFixed(1)} MB/s, about ${left} left`,
      );
    };
  }

  return { preferredText, firstText, upgrade };
}

function inWords({ use, model, downloadBytes, begin, reason, passedOver }: Recommendation, store: ModelStore): string {
  const isHere = model !== undefined && store.pathIfReady(model) !== undefined;
  const first = begin && begin !== model && !isHere ? `; begins with ${begin}` : '';
  const size = isHere ? 'here already' : `${gigabytes(downloadBytes)} to download`;
  const chosen = model ? `${model} (${size}), ${reason}${first}` : reason;
  const [better] = passedOver;
  return `${use}: ${chosen}${better && model ? `. Not ${better.model}: ${better.why}` : ''}`;
}
