// Where the service is and which key to use: options, then the environment, then ~/.config/atelier/config.json.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Complaint } from './complaint.ts';

export interface Settings {
  url: string;
  key: string;
}

export interface StoredSettings {
  url?: string;
  key?: string;
}

const DEFAULT_URL = 'http://localhost:3000';

function configPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'atelier', 'config.json');
}

export function readSettings(given: { url?: string | undefined; key?: string | undefined }): Settings {
  const stored = readStored();
  const key = given.key ?? process.env.ATELIER_API_KEY ?? stored.key;
  if (!key)
    throw new Complaint(
      'No key. The first `npm start` of the service printed one, and you can create more in its dashboard. Then: atelier login sk_live_…  (or set ATELIER_API_KEY)',
    );
  return { url: given.url ?? process.env.ATELIER_URL ?? stored.url ?? DEFAULT_URL, key };
}

export function readStored(): StoredSettings {
  const path = configPath();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Complaint(`${path} is not valid JSON. Fix it, or remove it and run: atelier login`);
  }
}

/** Readable by its owner only, because it contains a key. */
export function storeSettings(settings: StoredSettings): string {
  const path = configPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify({ ...readStored(), ...settings }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}
