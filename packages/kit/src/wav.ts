// The header of a WAV file of whole-number samples (PCM).
const WAV_HEADER_BYTES = 44;
/** A stream's length is unknown when it starts; players read until it ends. */
const UNKNOWN_BYTES = 0xffff_ffff;

interface WavFormat {
  sampleRate: number;
  channels: number;
  /** Of one sample: 2 or 3. */
  sampleBytes: number;
  /** Of all samples; absent for a stream. */
  bytes?: number;
}

export function wavHeader({ sampleRate, channels, sampleBytes, bytes }: WavFormat): Buffer {
  const frameBytes = channels * sampleBytes;
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(bytes === undefined ? UNKNOWN_BYTES : WAV_HEADER_BYTES - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(sampleBytes * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes ?? UNKNOWN_BYTES, 40);
  return header;
}
