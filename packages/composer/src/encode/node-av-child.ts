// Runs FFmpeg's libraries in a separate process: one JSON order on the command line, files or samples as output, no
// state. node-av is built with GPL parts and is optional: it must never be loaded into the service itself.
import { once } from 'node:events';
import type { TranscodeOrder } from './transcoder.ts';

/** The input format is given, so a file that only refers to other files is never interpreted. */
async function transcode(order: TranscodeOrder & { format?: string }): Promise<void> {
  const { Decoder, Demuxer, Encoder, FilterAPI, Muxer } = await import('node-av/api');
  const { Dictionary } = await import('node-av/lib');
  const { AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S32, FF_ENCODER_FLAC, FF_ENCODER_LIBMP3LAME } = await import(
    'node-av/constants'
  );
  await using input = await Demuxer.open(order.input, {
    format: order.format ?? 'wav',
    options: { protocol_whitelist: 'file' },
  });
  const stream = input.audio();
  if (!stream) throw new Error('the file has no sound in it');
  using decoder = await Decoder.create(stream);
  const format = order.codec === 'raw' ? 'flt' : order.codec === 'flac' ? 's32' : 'fltp';
  // The library drops an incomplete last FLAC frame: a little silence is lost instead of the end.
  const padding = order.codec === 'flac' ? ',apad=pad_len=4607' : '';
  using filter = FilterAPI.create(
    `aresample=${order.sampleRate},aformat=sample_fmts=${format}:channel_layouts=stereo${padding}`,
  );
  const frames = filter.frames(decoder.frames(input.packets(stream.index)));
  if (order.codec === 'raw') {
    // To standard output. The reader limits the size.
    for await (using frame of frames) {
      const plane = frame?.data?.[0];
      if (!frame || !plane) continue;
      const bytes = Buffer.from(plane.subarray(0, frame.nbSamples * 8));
      if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
    }
    return;
  }
  using encoder = await Encoder.create(order.codec === 'mp3' ? FF_ENCODER_LIBMP3LAME : FF_ENCODER_FLAC, {
    context:
      order.codec === 'mp3'
        ? { bitRate: order.bitrate ?? '320k', sampleFormat: AV_SAMPLE_FMT_FLTP }
        : { sampleFormat: AV_SAMPLE_FMT_S32, bitsPerRawSample: 24 },
  });
  await using output = await Muxer.open(order.output, {
    configure: (context) => {
      context.metadata = Dictionary.fromObject(order.tags);
    },
  });
  const index = output.addStream(encoder);
  for await (using packet of encoder.packets(frames)) await output.writePacket(packet, index);
}

const order = JSON.parse(process.argv[2] ?? '{}') as TranscodeOrder & { format?: string };
transcode(order).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
