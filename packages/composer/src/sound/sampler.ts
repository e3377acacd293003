// Plays tracks on the sound bank: one synthesizer for each track, fed note by note, rendered faster than it sounds.
import { type BasicSoundBank, SoundBankLoader, SpessaSynthProcessor } from 'spessasynth_core';
import { type Stereo, silence } from './stereo.ts';
import type { TimedNote } from './synth.ts';

const BLOCK = 128;
const MAX_VOICES = 56;
const DRUM_CHANNEL = 9;
const BANK_SELECT = 0;

export interface SampledPart {
  program: number;
  bank: number;
  isDrums: boolean;
  notes: readonly TimedNote[];
}

interface KeyEvent {
  sample: number;
  isOn: boolean;
  midi: number;
  velocity: number;
}

export class Sampler {
  readonly #bank: BasicSoundBank;
  readonly #sampleRate: number;

  private constructor(bank: BasicSoundBank, sampleRate: number) {
    this.#bank = bank;
    this.#sampleRate = sampleRate;
  }

  static load(bankBytes: ArrayBuffer, sampleRate: number): Sampler {
    return new Sampler(SoundBankLoader.fromArrayBuffer(bankBytes), sampleRate);
  }

  async render(part: SampledPart, samples: number): Promise<Stereo> {
    const synth = new SpessaSynthProcessor(this.#sampleRate, {
      effectsEnabled: false,
      eventsEnabled: false,
      maxBufferSize: BLOCK,
    });
    await synth.processorInitialized;
    synth.setSystemParameter('voiceCap', MAX_VOICES);
    synth.soundBankManager.addSoundBank(this.#bank, 'main');
    const channel = part.isDrums ? DRUM_CHANNEL : 0;
    if (part.bank > 0) synth.controllerChange(channel, BANK_SELECT, part.bank);
    synth.programChange(channel, part.program);
    const sound = silence(samples);
    const events = listEvents(part.notes, this.#sampleRate);
    let at = 0;
    let isStruck = false;
    for (const event of [...events, { sample: samples, isOn: false, midi: -1, velocity: 0 }]) {
      const until = Math.min(event.sample, samples);
      // Nothing sounds and nothing is due: silence needs no rendering. Voices are counted only once a block was rendered.
      if (synth.voiceCount === 0 && !isStruck) at = Math.max(at, until);
      while (at < until) {
        const count = Math.min(BLOCK, until - at);
        synth.process(sound.left, sound.right, at, count);
        at += count;
        isStruck = false;
        if (synth.voiceCount === 0) at = until;
      }
      if (event.midi < 0 || at >= samples) break;
      if (!event.isOn) synth.noteOff(channel, event.midi);
      else synth.noteOn(channel, event.midi, event.velocity);
      isStruck ||= event.isOn;
    }
    // Not destroyed: that would take the shared bank with it.
    return sound;
  }
}

function listEvents(notes: readonly TimedNote[], sampleRate: number): KeyEvent[] {
  const events: KeyEvent[] = [];
  for (const note of notes) {
    const midi = Math.min(127, Math.max(0, Math.round(note.midi)));
    const velocity = Math.min(127, Math.max(1, Math.round(note.velocity * 127)));
    events.push({ sample: Math.round(note.startSeconds * sampleRate), isOn: true, midi, velocity });
    events.push({
      sample: Math.round((note.startSeconds + note.seconds) * sampleRate),
      isOn: false,
      midi,
      velocity: 0,
    });
  }
  return events.sort((a, b) => a.sample - b.sample || Number(a.isOn) - Number(b.isOn));
}
