// Encodes PCM from standard input to standard output with FFmpeg's libraries, in a separate process. node-av is built
// with GPL parts and is optional: it must never be loaded into the service itself.
import { once } from 'node:events';

interface EncodeOrder {
  codec: 'libmp3lame' | 'libopus' | 'aac' | 'flac';
  container: string;
  bitRate?: string;
  sampleRate: number;
}

async function encode(order: EncodeOrder): Promise<void> {
  const { Decoder, Demuxer, Encoder, FilterAPI, Muxer } = await import('node-av/api');
  const constants = await import('node-av/constants');
  const encoders = {
    libmp3lame: constants.FF_ENCODER_LIBMP3LAME,
    libopus: constants.FF_ENCODER_LIBOPUS,
    aac: constants.FF_ENCODER_AAC,
    flac: constants.FF_ENCODER_FLAC,
  };
  const sampleFormat = { libmp3lame: 'fltp', libopus: 'flt', aac: 'fltp', flac: 's16' }[order.codec];
  await using input = await Demuxer.open('pipe:0', {
    format: 's16le',
    options: { protocol_whitelist: 'pipe', sample_rate: String(order.sampleRate), ch_layout: 'mono' },
  });
  const stream = input.audio();
  if (!stream) throw new Error('no sound was sent');
  using decoder = await Decoder.create(stream);
  // The library drops an incomplete last FLAC frame, so silence is appended: it is lost instead of the end.
  const padding = order.codec === 'flac' ? ',apad=pad_len=4607' : '';
  using filter = FilterAPI.create(`aformat=sample_fmts=${sampleFormat}:channel_layouts=mono${padding}`);
  using encoder = await Encoder.create(
    encoders[order.codec],
    order.bitRate ? { context: { bitRate: order.bitRate } } : {},
  );
  await using output = await Muxer.open({ write: (bytes) => writeAll(bytes) }, { format: order.container });
  const index = output.addStream(encoder);
  const frames = filter.frames(decoder.frames(input.packets(stream.index)));
  for await (using packet of encoder.packets(frames)) await output.writePacket(packet, index);
}

/** The library writes only to paths, so standard output is written here. */
async function writeAll(bytes: Buffer): Promise<number> {
  if (!process.stdout.write(Buffer.from(bytes))) await once(process.stdout, 'drain');
  return bytes.length;
}

encode(JSON.parse(process.argv[2] ?? '{}') as EncodeOrder).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
