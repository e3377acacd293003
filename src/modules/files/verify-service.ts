// Checks a file of a caller or of a stranger: finds it, has it read within bounds, and says what of it is proven. Nothing is stored.
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { MEGABYTE } from '../../core/megabyte.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import { tooLarge } from './file-kind.ts';
import { decideOrigin, type Evidence } from './made-here.ts';
import type { VerifyReply } from './verify-schema.ts';
import { FINDING_WORDS, sayFailure } from './verify-words.ts';

export const MAX_VERIFIED_BYTES = 64 * MEGABYTE;
const MAX_FETCHED_BYTES = 20 * MEGABYTE;
const FETCH_TIMEOUT_MS = 15_000;
const FILE_ID = /^[0-9a-z]{26}$/;
const OWN_PATH = /^\/files\/([0-9a-z]{26})(\.[0-9a-z]{1,8})?(\?.*)?$/;
const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(;[\w=.+-]+)*;base64,/i;
/** Files are read one at a time: more may wait, and some of them hold their bytes. */
const [MAX_OPEN, MAX_OPEN_EACH] = [24, 8];
const RETRY_SECONDS = 2;

type Text = string | null;

/** What the reader of marks and credentials finds. */
export interface Found extends Evidence {
  format: string | undefined;
  mark: { sourceType: string; model: Text; call: Text; generator: Text; time: Text } | undefined;
  credentials: Evidence['credentials'] & {
    failures: readonly { code: string }[];
    signer:
      | (Record<'commonName' | 'organization' | 'issuer' | 'serialNumber' | 'validFrom' | 'validUntil', Text> & {
          isThisService: boolean;
          isListed: boolean | null;
        })
      | null;
    generator: Text;
    made: { model: Text; call: Text } | null;
    actions: readonly { action: string; sourceType: Text; agent: Text; when: Text }[];
    ingredients: readonly ({ depth: number } & Record<
      'title' | 'format' | 'relationship' | 'generator' | 'signedBy',
      Text
    >)[];
    isCut: boolean;
  };
}

export interface VerifyParts {
  artifacts: ArtifactStore;
  guardedFetch: GuardedFetch;
  publicUrl: string;
  check(load: () => Promise<Uint8Array>, signal: AbortSignal): Promise<Found>;
}

export interface NamedFile {
  caller: Caller;
  /** An uploaded file comes before a name. */
  upload: Uint8Array | undefined;
  name: string | undefined;
  signal: AbortSignal;
}

interface FileToCheck {
  bytes: number;
  load(): Promise<Uint8Array>;
}

export class VerifyService {
  readonly #parts: VerifyParts;
  readonly #open = new Map<string, number>();
  #openTotal = 0;

  constructor(parts: VerifyParts) {
    this.#parts = parts;
  }

  verify(file: NamedFile): Promise<VerifyReply> {
    return this.#inTurn(file.caller.accountId, async () => this.#check(await this.#find(file), file.signal));
  }

  /** For a visitor without a key, who is known by an address. */
  verifyOf(address: string, bytes: Uint8Array, signal: AbortSignal): Promise<VerifyReply> {
    return this.#inTurn(`address ${address}`, () => this.#check(inHand(bytes), signal));
  }

  async #inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(owner) ?? 0;
    if (open >= MAX_OPEN_EACH || this.#openTotal >= MAX_OPEN) throw tooMany();
    this.#open.set(owner, open + 1);
    this.#openTotal += 1;
    try {
      return await work();
    } finally {
      this.#openTotal -= 1;
      const left = (this.#open.get(owner) ?? 1) - 1;
      if (left > 0) this.#open.set(owner, left);
      else this.#open.delete(owner);
    }
  }

  async #check(file: FileToCheck, signal: AbortSignal): Promise<VerifyReply> {
    if (file.bytes === 0) throw wrong('The file is empty.');
    if (file.bytes > MAX_VERIFIED_BYTES) throw tooLarge(MAX_VERIFIED_BYTES);
    return show(await this.#parts.check(file.load, signal), file.bytes);
  }

  async #find({ caller, upload, name, signal }: NamedFile): Promise<FileToCheck> {
    if (upload) return inHand(upload);
    if (!name)
      throw new ServiceError('missing_parameter', 'Upload a file in the field "file", or name one there.', {
        param: 'file',
      });
    if (name.startsWith('data:')) return inHand(decodeDataUri(name));
    const id = this.#ownFileId(name);
    if (id) return this.#stored(caller, id);
    // The address guard refuses schemes other than https.
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return inHand(await this.#download(name, signal));
    throw wrong('The field "file" must be a file id, a /files/ URL of this service, a data URI or an https URL.');
  }

  #ownFileId(name: string): string | undefined {
    if (FILE_ID.test(name)) return name;
    const { publicUrl } = this.#parts;
    return OWN_PATH.exec(name.startsWith(publicUrl) ? name.slice(publicUrl.length) : name)?.[1];
  }

  /** Read when its turn has come. Another account's file is treated as missing. */
  async #stored({ accountId, environment }: Caller, id: string): Promise<FileToCheck> {
    const artifact = await this.#parts.artifacts.find(id);
    if (artifact?.accountId !== accountId || artifact.environment !== environment)
      throw new ServiceError('not_found', `There is no file "${id}".`, { param: 'file' });
    return { bytes: artifact.bytes, load: () => this.#read(artifact) };
  }

  async #read(artifact: Artifact): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#parts.artifacts.read(artifact)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  }

  async #download(url: string, signal: AbortSignal): Promise<Uint8Array> {
    const options = { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_FETCHED_BYTES, httpsOnly: true, maxRedirects: 3 };
    const answer = await this.#parts.guardedFetch(url, { ...options, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ServiceError) throw new ServiceError(error.code, error.message, { param: 'file' });
      throw wrong('The file could not be fetched from its URL.');
    });
    if (answer.status !== 200) throw wrong(`The file's URL responded with status ${answer.status}.`);
    return answer.body;
  }
}

function inHand(bytes: Uint8Array): FileToCheck {
  return { bytes: bytes.length, load: async () => bytes };
}

function decodeDataUri(uri: string): Uint8Array {
  const head = DATA_URI.exec(uri.slice(0, 300));
  if (!head) throw wrong('The data URI must be base64: data:image/png;base64,…');
  const bytes = Buffer.from(uri.slice(head[0].length), 'base64');
  if (bytes.length > MAX_FETCHED_BYTES) throw tooLarge(MAX_FETCHED_BYTES);
  return bytes;
}

function show(found: Found, bytes: number): VerifyReply {
  const { format = null, mark, credentials } = found;
  const { madeHere, reason } = decideOrigin(found);
  const words = FINDING_WORDS.en;
  return {
    object: 'verification',
    format,
    bytes,
    made_here: madeHere,
    reason,
    message: words.reasons[reason],
    mark: mark
      ? {
          digital_source_type: mark.sourceType,
          model: mark.model,
          call: mark.call,
          generator: mark.generator,
          time: mark.time,
        }
      : null,
    credentials: {
      status: credentials.status,
      elsewhere: credentials.isElsewhere,
      failures: credentials.failures.map(({ code }) => ({ code, message: sayFailure(code, words) })),
      signer: showSigner(credentials.signer),
      generator: credentials.generator,
      made: credentials.made,
      actions: credentials.actions.map(({ sourceType, ...action }) => ({ ...action, digital_source_type: sourceType })),
      ingredients: credentials.ingredients.map(({ signedBy, ...source }) => ({ ...source, signed_by: signedBy })),
      ingredients_cut: credentials.isCut,
    },
  };
}

function showSigner(signer: Found['credentials']['signer']): VerifyReply['credentials']['signer'] {
  if (!signer) return null;
  return {
    name: signer.commonName,
    organization: signer.organization,
    issuer: signer.issuer,
    serial_number: signer.serialNumber,
    valid_from: signer.validFrom,
    valid_until: signer.validUntil,
    this_service: signer.isThisService,
    trust_list: signer.isListed === null ? 'unknown' : signer.isListed ? 'listed' : 'unlisted',
  };
}

function wrong(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param: 'file' });
}

function tooMany(): ServiceError {
  const message = 'Too many files are being checked at once. Wait for some to end.';
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_SECONDS });
}
