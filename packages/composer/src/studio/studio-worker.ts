// The worker thread that writes, renders, mixes and masters a song. The host may end it at any moment.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveTasks, type TaskTools } from '@atelier/kit';
import { readRawStereo, writeWav } from '../encode/wav.ts';
import { drawWaveform } from '../encode/waveform.ts';
import { findGenre } from '../genres/catalogue.ts';
import { integratedLoudness } from '../master/loudness.ts';
import { masterSound } from '../master/master.ts';
import { composeScore } from '../score/compose.ts';
import { writeMidi } from '../score/midi.ts';
import type { Score } from '../score/score.ts';
import { writeVocals } from '../score/vocals.ts';
import { fadeEnd } from '../sound/balance.ts';
import { mixBand } from '../sound/mixer.ts';
import { Sampler } from '../sound/sampler.ts';
import type { Stereo } from '../sound/stereo.ts';
import { mixVocals } from '../sound/vocal-mix.ts';
import type {
  ComposeTask,
  MasterTask,
  StudioReport,
  StudioResult,
  StudioTask,
  SungTakes,
  VoiceTask,
} from './studio-messages.ts';

/** Stems have no limiter, so all of them are 8 dB lower: none clips, and their sum is the mix. */
const STEM_GAIN = 0.4;

type Tools = TaskTools<StudioReport, SungTakes>;

serveTasks<StudioTask, StudioResult, StudioReport, SungTakes>((task, tools) => {
  if (task.kind === 'compose') return makeSong(task, tools);
  return task.kind === 'master' ? masterFile(task, tools) : finishVoice(task, tools);
});

async function makeSong(task: ComposeTask, { report, nextMessage }: Tools): Promise<StudioResult> {
  const { sampleRate, folder } = task;
  report({ kind: 'progress', fraction: 0.01, stage: 'composing' });
  const style = findGenre(task.compose.genre);
  if (!style) throw new RangeError(`There is no genre named "${task.compose.genre}".`);
  const score = composeScore({ ...task.compose, style });
  const sung = writeVocals(score, task.voices, task.vocalStyle);
  report({ kind: 'written', vocals: sung });
  await writeFile(join(folder, 'song.mid'), writeMidi(score));
  const stems: string[] = [];
  const band = await playBand(score, task, { stems, report });
  let voiceToBandLu: number | null = null;
  if (sung.length > 0) {
    report({ kind: 'progress', fraction: 0.55, stage: 'singing' });
    const heard = await nextMessage();
    report({ kind: 'progress', fraction: 0.75, stage: 'mixing' });
    if (heard.length > 0) {
      const bandLufs = integratedLoudness(band, sampleRate);
      const stem = mixVocals(band, heard, { beatSeconds: 60 / score.tempo, sampleRate });
      voiceToBandLu = Math.round((integratedLoudness(stem, sampleRate) - bandLufs) * 100) / 100;
      await writeWav(join(folder, 'stem-vocals.wav'), stem, { sampleRate, gain: STEM_GAIN });
      stems.unshift('vocals');
    }
  }
  fadeEnd(band, sampleRate);
  return { ...(await finish(band, task, report)), stems, voiceToBandLu };
}

async function playBand(
  score: Score,
  task: ComposeTask,
  { stems, report }: Pick<Tools, 'report'> & { stems: string[] },
): Promise<Stereo> {
  const { sampleRate, folder } = task;
  const bank = await readFile(task.bankPath);
  const sampler = Sampler.load(new Uint8Array(bank).buffer, sampleRate);
  const share = task.voices.length > 0 ? 0.5 : 0.7;
  return mixBand(score, sampler, {
    sampleRate,
    seed: task.compose.seed,
    onStem: async (name, sound) => {
      fadeEnd(sound, sampleRate);
      await writeWav(join(folder, `stem-${name}.wav`), sound, { sampleRate, gain: STEM_GAIN });
      stems.push(name);
    },
    onTrack: (done, total) =>
      report({
        kind: 'progress',
        fraction: 0.03 + share * (done / total),
        stage: done < total ? 'arranging' : 'mixing',
      }),
  });
}

async function masterFile(task: MasterTask, { report }: Tools): Promise<StudioResult> {
  report({ kind: 'progress', fraction: 0.1, stage: 'mastering' });
  const sound = await readRawStereo(task.rawPath);
  return { ...(await finish(sound, task, report)), stems: [], voiceToBandLu: null };
}

async function finishVoice(task: VoiceTask, { report }: Tools): Promise<StudioResult> {
  const sound = { left: task.samples, right: task.samples.slice() };
  return { ...(await finish(sound, task, report)), stems: [], voiceToBandLu: null };
}

async function finish(
  sound: Stereo,
  task: StudioTask,
  report: Tools['report'],
): Promise<Omit<StudioResult, 'stems' | 'voiceToBandLu'>> {
  report({ kind: 'progress', fraction: 0.8, stage: 'mastering' });
  const loudness = masterSound(sound, task.mastering, task.sampleRate);
  report({ kind: 'progress', fraction: 0.88, stage: 'encoding' });
  await writeWav(join(task.folder, 'song.wav'), sound, { sampleRate: task.sampleRate });
  return { durationSeconds: sound.left.length / task.sampleRate, waveform: drawWaveform(sound), loudness };
}
