// Decrypts and caches the signing secrets of endpoints: creating keys costs more than signing with them.
import { ServiceError } from '../core/errors.ts';
import type { Seal } from './seal.ts';
import { type SigningKey, signingKey } from './sign.ts';

const MAX_KEPT = 2_000;

export class SigningKeys {
  readonly #seal: Seal;
  readonly #opened = new Map<string, SigningKey>();

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  open(sealed: Buffer): SigningKey {
    const id = sealed.toString('latin1');
    const known = this.#opened.get(id);
    if (known) return known;
    const key = signingKey(this.#unseal(sealed));
    if (this.#opened.size >= MAX_KEPT) this.#opened.clear();
    this.#opened.set(id, key);
    return key;
  }

  #unseal(sealed: Buffer): string {
    try {
      return this.#seal.open(sealed);
    } catch (cause) {
      const message =
        'The signing secret of this endpoint cannot be decrypted because SECRET has changed. Rotate the signing secret.';
      throw new ServiceError('internal_error', message, { cause });
    }
  }
}
