// Reads the audio to master: an upload, a track or file of the account, a data URI, or an https URL.
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { sniffSound } from '../../engines/music/port.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Queries } from '../../store/database.ts';
import type { Owner } from '../../store/owner.ts';
import { findTrack } from '../../store/tracks.ts';
import { bad } from './order.ts';
import type { MasterBody } from './schema.ts';

export interface SoundParts {
  artifacts: ArtifactStore;
  queries: Queries;
  fetch: GuardedFetch;
}

export interface SoundUpload {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface SoundSource {
  artifactId: string;
  title: string;
  isTemporary: boolean;
}

const MAX_BYTES = 50 * 1024 * 1024;
const FETCH_MS = 60_000;
const FILE_PATH = /(?:^|\/files\/)([0-9a-z]{26})(?:\.[a-z0-9]+)?(?:\?.*)?$/;

export async function findSound(
  parts: SoundParts,
  { owner, body, upload }: { owner: Owner; body: MasterBody; upload: SoundUpload | undefined },
  signal: AbortSignal,
): Promise<SoundSource> {
  const given = [upload, body.audio, body.track_id].filter((one) => one !== undefined).length;
  if (given === 0)
    throw new ServiceError('missing_parameter', 'Audio is missing. Upload a file, or send "audio" or "track_id".', {
      param: 'audio',
    });
  if (given > 1) throw bad('audio', 'Send only one of an upload, "audio" and "track_id".');
  if (upload)
    return keep(parts, owner, {
      bytes: upload.bytes,
      extension: extensionOf(upload.fileName),
      title: upload.fileName.replace(/\.[^.]*$/, '') || 'Upload',
    });
  if (body.track_id !== undefined) return fromTrack(parts, owner, body.track_id);
  return fromAddress(parts, { owner, audio: body.audio ?? '' }, signal);
}

async function fromTrack(parts: SoundParts, owner: Owner, id: string): Promise<SoundSource> {
  const track = await findTrack(parts.queries, owner, id);
  if (!track) throw new ServiceError('not_found', `There is no track "${id}" in your library.`, { param: 'track_id' });
  const artifact = await ownFile(parts, owner, track.details.formats.wav);
  if (!artifact) throw new ServiceError('not_found', 'The files of this track no longer exist.', { param: 'track_id' });
  return { artifactId: artifact.id, title: track.title, isTemporary: false };
}

async function fromAddress(
  parts: SoundParts,
  { owner, audio }: { owner: Owner; audio: string },
  signal: AbortSignal,
): Promise<SoundSource> {
  if (audio.startsWith('data:')) {
    const found = /^data:[^,;]*;base64,(.+)$/s.exec(audio);
    if (!found?.[1]) throw bad('audio', 'A data URI must be base64.');
    return keep(parts, owner, { bytes: Buffer.from(found[1], 'base64'), extension: 'audio', title: 'Upload' });
  }
  const own = await ownFile(parts, owner, audio);
  if (own) return { artifactId: own.id, title: own.name.replace(/\.[^.]*$/, ''), isTemporary: false };
  if (!audio.startsWith('https://'))
    throw new ServiceError('not_found', 'Your account has no such file.', { param: 'audio' });
  const answer = await parts.fetch(audio, {
    timeoutMs: FETCH_MS,
    maxBytes: MAX_BYTES,
    httpsOnly: true,
    maxRedirects: 3,
    signal,
  });
  if (answer.status !== 200) throw bad('audio', `The URL responded with status ${answer.status}.`);
  return keep(parts, owner, { bytes: answer.body, extension: 'audio', title: 'Upload' });
}

/** Another account's file is treated as missing. */
async function ownFile(parts: SoundParts, owner: Owner, address: string): Promise<Artifact | undefined> {
  const id = FILE_PATH.exec(address)?.[1];
  const artifact = id ? await parts.artifacts.find(id) : undefined;
  return artifact && artifact.accountId === owner.accountId && artifact.environment === owner.environment
    ? artifact
    : undefined;
}

async function keep(
  parts: SoundParts,
  owner: Owner,
  { bytes, extension, title }: { bytes: Uint8Array; extension: string; title: string },
): Promise<SoundSource> {
  if (bytes.byteLength === 0) throw bad('audio', 'The file is empty.');
  if (isEmptyWav(bytes)) throw bad('audio', 'The file contains no sound: its audio data is empty.');
  if (!sniffSound(bytes)) throw bad('audio', 'The file is not readable audio. Send MP3, WAV, FLAC, OGG or M4A.');
  if (bytes.byteLength > MAX_BYTES)
    throw new ServiceError('payload_too_large', 'The audio file is larger than 50 MB.', { param: 'audio' });
  const artifact = await parts.artifacts.put({
    ...owner,
    extension,
    contentType: 'application/octet-stream',
    name: `${title}.${extension}`,
    purpose: 'input',
    source: bytes,
  });
  return { artifactId: artifact.id, title, isTemporary: true };
}

function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'audio';
}

/** A WAV file is a list of chunks: name, size, content. Without a byte of `data` there is nothing to master. */
function isEmptyWav(bytes: Uint8Array): boolean {
  if (sniffSound(bytes) !== 'wav') return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'data') return size === 0 || at + 8 >= file.length;
    // Chunks begin at even offsets.
    at += 8 + size + (size % 2);
  }
  return true;
}
