// Removes from answers what names the software or the provider behind a model: OpenRouter's `provider`, and the
// `system_fingerprint` of servers that write their name or version into it. OpenAI's own says only whether two answers
// come from the same version.

const TRAITS = /"(provider|system_fingerprint)": ?"(?!fp_[0-9a-f]*")[^"\\]*"/g;
const IS_PLAIN = /^fp_[0-9a-f]*$/;

export function removeTraits(body: Record<string, unknown>): void {
  const { provider, system_fingerprint: print } = body;
  if (typeof provider === 'string') delete body.provider;
  if (typeof print === 'string' && !IS_PLAIN.test(print)) delete body.system_fingerprint;
}

/** Cleans the frames of one stream. A stream whose first frames have no traits is never looked at again. */
export class TraitRemover {
  #isNeeded: boolean | undefined;

  clean(frames: Buffer): Buffer {
    if (this.#isNeeded === false) return frames;
    // One character per byte keeps every other byte as it is. Quotes inside JSON strings are escaped, so a match is never a customer's text.
    const text = frames.toString('latin1');
    const clean = text.replace(TRAITS, '"$1":null');
    this.#isNeeded ??= clean !== text;
    return clean === text ? frames : Buffer.from(clean, 'latin1');
  }
}
