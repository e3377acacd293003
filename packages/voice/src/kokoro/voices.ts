// The 54 voices of Kokoro-82M: their names, origins and singing pitch.

import type { Dialect } from '../pronounce/arpabet.ts';
import type { Voice } from '../speech.ts';

// The first letter of an id is the language the voice was trained in. All of them are given English sounds here, so
// `language` says what is spoken and `accent` what is heard.
const ORIGINS: Record<string, { language: string; accent: string }> = {
  a: { language: 'en-US', accent: 'American' },
  b: { language: 'en-GB', accent: 'British' },
  e: { language: 'en', accent: 'Spanish' },
  f: { language: 'en', accent: 'French' },
  h: { language: 'en', accent: 'Hindi' },
  i: { language: 'en', accent: 'Italian' },
  j: { language: 'en', accent: 'Japanese' },
  p: { language: 'en', accent: 'Brazilian Portuguese' },
  z: { language: 'en', accent: 'Mandarin' },
};

/** id · style · the middle of its speaking pitch as a MIDI note, measured over one sentence. */
const TABLE = `
af_heart warm 54.6 | af_bella bright 54.8 | af_alloy smoky 49 | af_aoede clear 52.9 | af_jessica lively 55.7 | af_kore firm 50.4
af_nicole breathy 50 | af_nova calm 50.4 | af_river mellow 53.1 | af_sarah gentle 54.3 | af_sky airy 51.2
am_adam deep 45.9 | am_echo resonant 44.4 | am_eric open 50.1 | am_fenrir powerful 48 | am_liam young 46.2 | am_michael warm 44.9
am_onyx dark 41 | am_puck playful 45.6 | am_santa jolly 50.7
bf_alice crisp 55.6 | bf_emma soft 53.9 | bf_isabella elegant 55.8 | bf_lily light 53.6
bm_daniel steady 46.9 | bm_fable storyteller 46 | bm_george noble 49 | bm_lewis velvet 43.6
ef_dora sunny 52.5 | em_alex relaxed 47.6 | em_santa hearty 48.3 | ff_siwis silky 55.9
hf_alpha radiant 56.6 | hf_beta tender 54.1 | hm_omega earnest 47.7 | hm_psi mild 48.4
if_sara expressive 56.6 | im_nicola husky 42.7
jf_alpha sweet 59.5 | jf_gongitsune delicate 57.4 | jf_nezumi small 57.9 | jf_tebukuro childlike 63.8 | jm_kumo grave 42
pf_dora dreamy 53.1 | pm_alex easy 48.1 | pm_santa cheerful 48.5
zf_xiaobei fresh 58.1 | zf_xiaoni pure 57.5 | zf_xiaoxiao graceful 58 | zf_xiaoyi sparkling 61.9
zm_yunjian commanding 46.5 | zm_yunxi youthful 50.6 | zm_yunxia boyish 61.4 | zm_yunyang grounded 45.8`;

/** A whispering voice has no tone to put on a note: for singing, it is mixed with a share of a full voice. */
export const SINGS_WITH: Readonly<Record<string, { voice: string; share: number }>> = {
  af_nicole: { voice: 'af_heart', share: 0.5 },
};

// A choice, not a measurement: from a semitone under the measured speaking pitch, an octave and a fourth.
const RANGE_BELOW = 1;
const RANGE_SEMITONES = 17;

export const KOKORO_VOICES: readonly Voice[] = TABLE.split(/[|\n]/).flatMap((row) => {
  const [id, style, pitch] = row.trim().split(' ');
  return id && style && pitch ? [describeVoice(id, style, Number(pitch))] : [];
});

export function dialectOf(voice: string): Dialect {
  return voice.startsWith('b') ? 'british' : 'american';
}

function describeVoice(id: string, style: string, speakingPitch: number): Voice {
  const origin = ORIGINS[id.charAt(0)] ?? { language: 'en', accent: 'unknown' };
  const given = id.slice(3);
  const isNamesake = ['alpha', 'dora', 'santa', 'alex'].includes(given) && !'a'.includes(id.charAt(0));
  const name = given.charAt(0).toUpperCase() + given.slice(1);
  const low = Math.round(speakingPitch - RANGE_BELOW);
  return {
    id,
    name: isNamesake ? `${name} (${origin.accent})` : name,
    gender: id.charAt(1) === 'f' ? 'female' : 'male',
    ...origin,
    style,
    range: { low, high: low + RANGE_SEMITONES },
  };
}
