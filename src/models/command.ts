// The command `npm run models -- list|recommend|pull|use|remove|verify|export|import`.
import { exportBundle, importBundle } from './bundle.ts';
import { MODEL_USES, type ModelUse } from './catalogue.ts';
import { listModels, recommendModels } from './command-lists.ts';
import { type CommandFlags, pullModel } from './command-pull.ts';
import type { ModelStore } from './store.ts';
import { chosenUse, whyNotChosen } from './uses.ts';

const USAGE = `Usage: npm run models -- <action> [--json]
  list                          every model of the catalogue, and which are on this machine
  recommend                     which models this machine runs well, and why
  pull <id | hf:owner/repo/file.gguf>…
                                download; --adapter hf:owner/repo/lora.gguf (image models: .safetensors too),
                                --as <id>, --accept-licence
  use <id> | use <kind> auto    the model that answers for its kind; auto lets the service choose
  remove <id>…                  delete the files
  verify [<id>…]                read every byte again and compare the checksums
  export <file.tar> <id>…       a bundle for a machine without a network
  import <file.tar>             take the models of a bundle; --accept-licence
  connect [name] | disconnect <name>
                                model servers that run on this machine
`;

type Report = { id: string; state: string } & Record<string, unknown>;

/** Returns the exit code. */
export async function runModelsCommand(args: readonly string[], store: ModelStore): Promise<number> {
  const { flags, words } = readFlags(args);
  const [action = 'list', ...names] = words;
  if (!flags) return printUsage();
  if (action === 'list') return listModels(store, flags.json);
  if (action === 'recommend') return recommendModels(store, flags.json);
  const work = plan(action, names, store, flags);
  if (!work) return printUsage();
  let failures = 0;
  for (const { id, run } of work) {
    const report = await run().catch((error: unknown): Report => {
      const said = error instanceof Error ? error.message : String(error);
      return { id, state: 'failed', error: said };
    });
    if (report.state === 'failed' || report.state === 'damaged') failures += 1;
    const line = `${report.id}: ${'error' in report ? report.error : report.state}`;
    process.stdout.write(`${flags.json ? JSON.stringify(report) : line}\n`);
  }
  return failures > 0 ? 1 : 0;
}

interface Work {
  id: string;
  run: () => Promise<Report>;
}

/** What the action does, one after the other; undefined if the words are not understood. */
function plan(action: string, names: string[], store: ModelStore, flags: CommandFlags): Work[] | undefined {
  const each = (run: (id: string) => Promise<Report>) => names.map((id) => ({ id, run: () => run(id) }));
  const [first, second] = names;
  if (action === 'verify') {
    if (names.length === 0) names.push(...store.entries().flatMap(({ id }) => (store.pathIfReady(id) ? [id] : [])));
    return each((id) => verifyModel(store, id));
  }
  if (!first) return undefined;
  if (action === 'pull') return each((id) => pullModel(store, id, flags));
  if (action === 'remove') return each((id) => store.remove(id).then(() => ({ id, state: 'removed' })));
  if (action === 'use') return [{ id: first, run: () => chooseModel(store, first, second) }];
  if (action === 'export' && second) return [{ id: first, run: () => exportModels(store, first, names.slice(1)) }];
  if (action === 'import') return [{ id: first, run: () => importModels(store, first, flags) }];
  return undefined;
}

async function verifyModel(store: ModelStore, id: string): Promise<Report> {
  const damaged = await store.verify(id);
  if (damaged.length === 0) return { id, state: 'verified' };
  const error = `damaged (${damaged.join(', ')}) and not used any more; run \`npm run models -- pull ${id}\``;
  return { id, state: 'damaged', damaged, error };
}

async function chooseModel(store: ModelStore, name: string, auto: string | undefined): Promise<Report> {
  if (auto === 'auto' && MODEL_USES.includes(name as ModelUse)) {
    await store.choose(name as ModelUse, undefined);
    return { id: name, state: 'chosen by the service' };
  }
  const entry = store.entry(name);
  const use = chosenUse(entry);
  if (auto !== undefined) throw new Error(`"${name} ${auto}" is not understood; use <id>, or use <kind> auto`);
  if (!use) throw new Error(whyNotChosen(entry));
  await store.choose(use, name);
  const when = store.pathIfReady(name)
    ? '; a running service follows within seconds'
    : `; run \`npm run models -- pull ${name}\` to download it; it is used from then on`;
  return { id: name, state: `in use for ${use}${when}` };
}

async function exportModels(store: ModelStore, path: string, ids: readonly string[]): Promise<Report> {
  await exportBundle(store, ids, path);
  return { id: path, state: `holds ${ids.join(', ')}`, models: ids };
}

async function importModels(store: ModelStore, path: string, { acceptLicence }: CommandFlags): Promise<Report> {
  const ids = await importBundle(store, path, { acceptLicence });
  return { id: path, state: `imported ${ids.join(', ')}`, models: ids };
}

function readFlags(args: readonly string[]): { flags: CommandFlags | undefined; words: string[] } {
  const flags: CommandFlags = { json: false, acceptLicence: false };
  const words: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--json') flags.json = true;
    else if (word === '--accept-licence') flags.acceptLicence = true;
    else if (word === '--adapter' || word === '--as') {
      const value = rest.shift();
      if (!value) return { flags: undefined, words };
      flags[word === '--as' ? 'as' : 'adapter'] = value;
    } else if (word.startsWith('--')) return { flags: undefined, words };
    else words.push(word);
  }
  return { flags, words };
}

function printUsage(): number {
  process.stderr.write(USAGE);
  return 2;
}
