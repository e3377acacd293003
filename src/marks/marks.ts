// What every mark of this service says about itself, by the settings of the moment.
import type { Origin, StreamMarker } from '../artifacts/port.ts';
import { markStream } from './mark-stream.ts';
import type { Credential, MediaKeys } from './signing/media-keys.ts';
import type { Mark } from './xmp.ts';

interface MarkSettings {
  /** Read at each mark: the operator changes them while the service runs. */
  readonly serviceName: string;
  readonly mediaPrompts: 'on' | 'off';
  readonly mediaMarks: 'on' | 'metadata';
}

export class Marks {
  readonly #settings: MarkSettings;
  readonly #version: string;
  readonly #keys: MediaKeys;

  constructor(settings: MarkSettings, { version, keys }: { version: string; keys: MediaKeys }) {
    this.#settings = settings;
    this.#version = version;
    this.#keys = keys;
  }

  of({ source, model, call, prompt }: Pick<Origin, 'source' | 'model' | 'call' | 'prompt'>): Mark {
    const { serviceName, mediaPrompts } = this.#settings;
    const generator = `${serviceName}/${this.#version}`;
    return { source, model, call, generator, time: new Date(), ...(mediaPrompts === 'on' ? { prompt } : {}) };
  }

  /** Undefined where the operator wants no content credentials. */
  async credential(): Promise<Credential | undefined> {
    return this.#settings.mediaMarks === 'on' ? this.#keys.current() : undefined;
  }

  ofStream(contentType: string, origin: Origin): StreamMarker {
    return markStream(contentType, this.of(origin));
  }
}
