// The map of provider prices in this process: the package's, or a newer one stored by the command `npm run prices --
// refresh`.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import type { ProviderMap } from '../modules/operators/price-service.ts';
import { MAP_PACKAGE, replaceProviderMap } from '../money/provider-costs.ts';
import { forgetCosts } from './served-models.ts';

export const MAP_REFRESH_MS = 10_000;

export function providerMapPath(dataDir: string): string {
  return join(dataDir, 'provider-prices.json');
}

export class StoredProviderMap {
  readonly #path: string;
  readonly #log: Log;
  #storedMs: number | undefined;

  constructor(dataDir: string, log: Log) {
    this.#path = providerMapPath(dataDir);
    this.#log = log;
    this.refresh();
  }

  /** A stored map older than the package (after an update) is not used. */
  refresh(): void {
    const storedMs = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs;
    if (storedMs === undefined || storedMs === this.#storedMs) return;
    this.#storedMs = storedMs;
    if (storedMs < packageMs()) return;
    try {
      replaceProviderMap(JSON.parse(readFileSync(this.#path, 'utf8')));
      forgetCosts();
      this.#log.info({ file: this.#path }, 'a newer map of provider prices is in use');
    } catch (error) {
      this.#log.warn(
        { err: error, file: this.#path },
        'the stored map of provider prices cannot be read; that of the package is used',
      );
    }
  }

  describe(): ProviderMap {
    const isStored = this.#storedMs !== undefined && this.#storedMs >= packageMs();
    return {
      package: MAP_PACKAGE,
      version: packageVersion(),
      refreshedAt: isStored && this.#storedMs !== undefined ? new Date(this.#storedMs) : null,
    };
  }
}

const require = createRequire(import.meta.url);

/** The package's main file lies in a folder beside its package.json, which it does not export. */
function descriptionPath(): string {
  return join(require.resolve(MAP_PACKAGE), '..', '..', 'package.json');
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(descriptionPath(), 'utf8')) as { version: string };
  return version;
}

/** When the package was installed. */
function packageMs(): number {
  return statSync(descriptionPath()).ctimeMs;
}
