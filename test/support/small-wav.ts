// A quiet tone as a WAV file: 16 bit, 8 kHz, mono.

export function beep(seconds: number): Buffer {
  const samples = Int16Array.from({ length: 8_000 * seconds }, (_, at) => 2_000 * Math.sin(at / 3));
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
