// Answers operators' questions about the models of this machine: which is chosen, which licences were accepted, and
// which would suit the machine.
import { MODEL_USES, type ModelUse } from './catalogue.ts';
import type { Machine } from './machine.ts';
import { type Recommendation, recommendFromStore } from './recommend.ts';
import type { ModelStore } from './store.ts';
import { chosenUse, whyNotChosen } from './uses.ts';
import { describeMachine } from './words.ts';

export interface Advice {
  machine: Machine;
  /** The machine in words. */
  described: string;
  choices: readonly Recommendation[];
}

export function createAdvisor(store: ModelStore, look: () => Promise<Machine>) {
  function servedBy(id: string): ModelUse | undefined {
    return chosenUse(store.entry(id));
  }

  function isChosen(id: string): boolean {
    return MODEL_USES.some((use) => store.chosen(use) === id);
  }

  async function choose(id: string, isWanted: boolean): Promise<void> {
    const use = servedBy(id);
    if (use && isWanted) await store.choose(use, id);
    else if (use && isChosen(id)) await store.choose(use, undefined);
  }

  async function advise(): Promise<Advice> {
    const machine = await look();
    return { machine, described: describeMachine(machine), choices: recommendFromStore(store, machine) };
  }

  return {
    servedBy,
    whyNot: (id: string) => whyNotChosen(store.entry(id)),
    isAccepted: (id: string) => store.isAccepted(store.entry(id)),
    isChosen,
    choose,
    advise,
  };
}
