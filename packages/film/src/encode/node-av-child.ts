// Runs FFmpeg's libraries in a process of its own: one JSON task on the command line, frames on the standard input, a file out.
// node-av is built with GPL parts and is optional: it must never be loaded into the service itself.
import type { Readable } from 'node:stream';
import type { Frame } from 'node-av/lib';
import type { ChildTask } from './encoder.ts';
import type { FilmOrder, SoundOrder } from './film-order.ts';
import { bytesPerFrame } from './pixels.ts';
import { SETTINGS, soundFilters } from './settings.ts';

async function encode(order: FilmOrder, path: string): Promise<void> {
  const { Encoder, FilterAPI, Muxer } = await import('node-av/api');
  const names = await import('node-av/constants');
  const { video } = SETTINGS[order.format];
  const { 'b:v': _bitrate, ...options } = video;
  const encoder = await Encoder.create(
    order.format === 'mp4' ? names.FF_ENCODER_LIBX264 : names.FF_ENCODER_LIBVPX_VP9,
    {
      context: {
        gopSize: order.fps * 2,
        threadCount: 2,
        bitRate: 0,
        colorSpace: names.AVCOL_SPC_BT709,
        colorPrimaries: names.AVCOL_PRI_BT709,
        colorTrc: names.AVCOL_TRC_BT709,
        colorRange: names.AVCOL_RANGE_MPEG,
      },
      configure: (context) => context.setFlags(names.AV_CODEC_FLAG_BITEXACT),
      options,
    },
  );
  const filter = FilterAPI.create(
    order.pixels === 'yuv420p' ? 'format=yuv420p' : 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    { framerate: { num: order.fps, den: 1 } },
  );
  await using output = await openMuxer(Muxer, path, order.format);
  const index = output.addStream(encoder);
  for await (using packet of encoder.packets(filter.frames(framesFrom(process.stdin, order))))
    await output.writePacket(packet, index);
  encoder.close();
  filter.close();
}

async function* framesFrom(input: Readable, order: FilmOrder): AsyncGenerator<Frame | null> {
  const { Frame } = await import('node-av/lib');
  const names = await import('node-av/constants');
  const format = { rgb24: names.AV_PIX_FMT_RGB24, rgba: names.AV_PIX_FMT_RGBA, yuv420p: names.AV_PIX_FMT_YUV420P }[
    order.pixels
  ];
  const size = bytesPerFrame(order);
  const bytes = Buffer.alloc(size);
  let filled = 0;
  let pts = 0n;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.copy(bytes, filled, from, Math.min(chunk.length, from + size - filled));
      from += taken;
      filled += taken;
      if (filled < size) continue;
      filled = 0;
      yield Frame.fromVideoBuffer(bytes, {
        width: order.width,
        height: order.height,
        format,
        timeBase: { num: 1, den: order.fps },
        sampleAspectRatio: { num: 1, den: 1 },
        pts: pts++,
      });
    }
  }
  // Tells the encoder to give out the frames that it still holds.
  yield null;
}

async function addSound({ film, sound, seconds, format, path }: SoundOrder): Promise<void> {
  const { Decoder, Demuxer, Encoder, FilterAPI, Muxer } = await import('node-av/api');
  const names = await import('node-av/constants');
  await using pictures = await Demuxer.open(film);
  await using heard = await Demuxer.open(sound.path);
  const [from, voice] = [pictures.video(), heard.audio()];
  if (!from || !voice) throw new Error('the film or the sound has no stream');
  using decoder = await Decoder.create(voice);
  const sampleFormat = format === 'mp4' ? 'fltp' : 'flt';
  using filter = FilterAPI.create(
    `${soundFilters(sound, seconds)},aformat=sample_fmts=${sampleFormat}:channel_layouts=stereo`,
  );
  const { audioBitrate } = SETTINGS[format];
  using encoder = await Encoder.create(format === 'mp4' ? names.FF_ENCODER_AAC : names.FF_ENCODER_LIBOPUS, {
    context: { bitRate: audioBitrate },
    configure: (context) => context.setFlags(names.AV_CODEC_FLAG_BITEXACT),
  });
  await using output = await openMuxer(Muxer, path, format);
  const [video, audio] = [output.addStream(from), output.addStream(encoder)];
  await Promise.all([
    (async () => {
      for await (using packet of pictures.packets(from.index)) if (packet) await output.writePacket(packet, video);
    })(),
    (async () => {
      for await (using packet of encoder.packets(filter.frames(decoder.frames(heard.packets(voice.index)))))
        await output.writePacket(packet, audio);
    })(),
  ]);
}

type MuxerClass = typeof import('node-av/api').Muxer;

/** No dates and no versions: the same film is the same file. */
function openMuxer(Muxer: MuxerClass, path: string, format: FilmOrder['format']) {
  return Muxer.open(path, {
    format,
    options: { fflags: '+bitexact', ...(format === 'mp4' ? { movflags: '+faststart' } : {}) },
  });
}

const task = JSON.parse(process.argv[2] ?? '{}') as ChildTask;
const work = task.kind === 'encode' ? encode(task.order, task.path) : addSound(task.order);
work.catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
