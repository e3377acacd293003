// Measures the singer beside the bare speech engine on the same words: time, pitch, words understood, memory of the voice.
import { execFileSync } from 'node:child_process';
import { GuidedSinger } from '@atelier/composer';
import { LULLABY, notesOf, writePart } from '../packages/composer/test/support/vocal-lines.ts';
import { createKokoroSpeech } from '../src/engines/speech/kokoro.ts';
import { createModelStore } from '../src/models/store.ts';
import { measurePitch } from '../test/support/sung-pitch.ts';
import { TEST_MODELS_DIR } from '../test/support/weights.ts';
import { Recogniser, shareOfWordsHeard } from '../test/support/whisper.ts';

const RATE = 44_100;
const VOICES = (process.argv[2] ?? 'af_heart,am_michael').split(',');
/** Fewer lines for a quick look. */
const LINES = LULLABY.slice(0, Number(process.argv[3] ?? LULLABY.length));
const store = createModelStore({ modelsDir: TEST_MODELS_DIR });
const speech = createKokoroSpeech(store);
const singer = new GuidedSinger(speech);
const signal = new AbortController().signal;

await speech.speak({ text: 'Warm up.', voice: 'af_heart' }, signal);
const recogniser = await Recogniser.open(await store.ensure('whisper-base-1'));
const rows = [];
for (const voice of VOICES) {
  const low = speech.voices().find((one) => one.id === voice)?.range.low ?? 55;
  const { part, totalSeconds, words } = writePart(LINES, { voice, tonic: low + 4, secondsPerBeat: 0.5 });
  const spoken = await timed(() =>
    speech.speak({ text: `${part.phrases.map((one) => one.text).join('. ')}.`, voice }, signal),
  );
  const sung = await timed(() => singer.sing(part, { sampleRate: RATE, totalSeconds }, () => undefined, signal));
  const double = await timed(() =>
    singer.sing({ ...part, role: 'double' }, { sampleRate: RATE, totalSeconds }, () => undefined, signal),
  );
  const pitch = measurePitch(sung.value, RATE, notesOf(part));
  const heard = await recogniser.transcribe(sung.value, RATE);
  rows.push({
    voice,
    'stem, s': totalSeconds.toFixed(1),
    'bare speech, s': spoken.seconds.toFixed(1),
    'sung, s': sung.seconds.toFixed(1),
    ratio: (sung.seconds / spoken.seconds).toFixed(2),
    'double, s': double.seconds.toFixed(1),
    'median cents': pitch.medianCents.toFixed(1),
    'voiced %': Math.round((100 * pitch.voicedFrames) / pitch.frames),
    'words %': Math.round(100 * shareOfWordsHeard(words, heard)),
  });
}
console.table(rows);
console.log(`memory of the voice's process: ${childMegabytes()} MB`);
await recogniser.close();
await speech.close();

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const started = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - started) / 1000 };
}

function childMegabytes(): string {
  const lines = execFileSync('ps', ['-o', 'rss=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return String(Math.round(Math.max(...lines.map(Number)) / 1024));
}
