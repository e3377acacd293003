// Decodes a customer's recording into a temporary folder: off the event loop, and in the sandbox if there is one.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findTranscoder, type Transcoder } from '@atelier/composer';
import { callPackage } from '../../core/engine-error.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Recording, SoundIntake } from './port.ts';

const RECORDING_RATE = 16_000;
/** Two channels of 32 bits. */
const FRAME_BYTES = 8;
const MAX_SECONDS = 3_600;
const SHORTEST_SECONDS = 0.1;
/** Each decodes to half a gigabyte at most. */
const MAX_AT_ONCE = 4;

export function createSoundIntake(): SoundIntake {
  let transcoder: Promise<Transcoder> | undefined;
  let decoding = 0;

  async function decode(folder: string, path: string, signal: AbortSignal): Promise<string> {
    const output = join(folder, 'samples.f32');
    transcoder ??= callPackage(findTranscoder);
    transcoder.catch(() => {
      transcoder = undefined;
    });
    const found = await transcoder;
    const order = {
      input: path,
      output,
      codec: 'raw' as const,
      sampleRate: RECORDING_RATE,
      maxSeconds: MAX_SECONDS,
      tags: {},
    };
    await callPackage(() => found.transcode(order, signal)).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof ServiceError ? error : unreadable(error);
    });
    return output;
  }

  return {
    async open(bytes, fileName, signal): Promise<Recording> {
      if (decoding >= MAX_AT_ONCE)
        throw new ServiceError('engine_unavailable', 'Too many recordings are being decoded. Try again soon.', {
          retryAfterSeconds: 5,
        });
      decoding += 1;
      const folder = await mkdtemp(join(tmpdir(), 'recording-'));
      const remove = () => rm(folder, { recursive: true, force: true });
      try {
        const path = join(folder, 'sound');
        await writeFile(path, bytes);
        const samplesPath = await decode(folder, path, signal);
        const seconds = (await stat(samplesPath)).size / (RECORDING_RATE * FRAME_BYTES);
        if (seconds < SHORTEST_SECONDS) throw refusal(`The recording is shorter than ${SHORTEST_SECONDS} seconds.`);
        return { seconds, path, fileName: basename(fileName) || 'audio', samplesPath, remove };
      } catch (error) {
        await remove();
        throw error;
      } finally {
        decoding -= 1;
      }
    },
  };
}

function unreadable(cause: unknown): ServiceError {
  if (cause instanceof Error && cause.message === 'the file is too long')
    return refusal(`The recording is longer than ${MAX_SECONDS / 60} minutes. Send it in parts.`);
  return refusal('The file is not readable audio. Send MP3, WAV, FLAC, OGG, M4A, AAC, AIFF or WebM.', cause);
}

function refusal(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_parameter', message, { param: 'file', cause });
}
