// Keeps an uploaded file as an artifact of its account, by what it is and not by what it is called.
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';

export interface SentFile {
  fileName: string;
  bytes: Uint8Array;
}

export class FileService {
  readonly #artifacts: ArtifactStore;

  constructor(artifacts: ArtifactStore) {
    this.#artifacts = artifacts;
  }

  async keep(caller: Caller, upload: SentFile, origin: string, signal: AbortSignal) {
    const kind = kindOf(upload.bytes);
    if (!kind)
      throw new ServiceError(
        'unsupported_media_type',
        'Files can be PNG, JPEG, WebP, GIF, WAV, MP3, FLAC, Ogg or MP4; this one is none of them.',
        { param: 'file' },
      );
    const name = upload.fileName.replace(/[^\w. -]/g, '_').slice(-100) || `file.${kind.extension}`;
    const { accountId, environment } = caller;
    const stored = await this.#artifacts.put({ accountId, environment, ...kind, name, source: upload.bytes }, signal);
    return {
      id: stored.id,
      object: 'file',
      bytes: stored.bytes,
      content_type: stored.contentType,
      filename: name,
      url: `${origin}${stored.path}`,
      created_at: Math.floor(stored.createdAt.getTime() / 1000),
    };
  }
}

/** By the content, never by the sender's word: what is served from here must be what it says. */
function kindOf(bytes: Uint8Array): { extension: string; contentType: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([sign]) => sign.test(head));
  return found && { extension: found[1], contentType: found[2] };
}

const SIGNATURES: readonly (readonly [RegExp, string, string])[] = [
  [/^\x89PNG\r\n/, 'png', 'image/png'],
  [/^\xff\xd8\xff/, 'jpg', 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'webp', 'image/webp'],
  [/^GIF8[79]a/, 'gif', 'image/gif'],
  [/^RIFF[\s\S]{4}WAVE/, 'wav', 'audio/wav'],
  [/^(ID3|\xff[\xfb\xf3\xf2])/, 'mp3', 'audio/mpeg'],
  [/^fLaC/, 'flac', 'audio/flac'],
  [/^OggS/, 'ogg', 'audio/ogg'],
  [/^[\s\S]{4}ftyp/, 'mp4', 'video/mp4'],
];
