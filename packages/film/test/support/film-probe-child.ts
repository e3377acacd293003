// The probe's own process: decodes every frame of the film that is named on the command line and prints what it saw.
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';

const path = process.argv[2] ?? '';
await using input = await Demuxer.open(path);
const [video, audio] = [input.video(), input.audio()];
if (!video) throw new Error('the film has no pictures');
using decoder = await Decoder.create(video);
using filter = FilterAPI.create('scale=160:90:flags=area,format=gray');
const frames: string[] = [];
for await (using frame of filter.frames(decoder.frames(input.packets(video.index)))) {
  const plane = frame?.data?.[0];
  if (!frame || !plane) continue;
  const stride = frame.linesize[0] ?? 160;
  const rows = Array.from({ length: 90 }, (_, y) => plane.subarray(y * stride, y * stride + 160));
  frames.push(Buffer.concat(rows).toString('base64'));
}
const fps = video.avgFrameRate.num / video.avgFrameRate.den;
const seconds = (stream: { duration: bigint; timeBase: { num: number; den: number } }) =>
  (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den;
const name = (id: number) => ({ 27: 'h264', 167: 'vp9', 86018: 'aac', 86076: 'opus' })[id] ?? String(id);
process.stdout.write(
  JSON.stringify({
    width: video.codecpar.width,
    height: video.codecpar.height,
    videoCodec: name(video.codecpar.codecId),
    audioCodec: audio ? name(audio.codecpar.codecId) : null,
    seconds: frames.length / fps,
    audioSeconds: audio && audio.duration > 0n ? seconds(audio) : null,
    fps,
    frames,
  }),
);
