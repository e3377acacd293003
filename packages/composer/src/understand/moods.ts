// Words for feelings and instruments, and their effect on the composition.
import type { StemName } from '../score/stem-name.ts';

export interface Mood {
  id: string;
  words: readonly string[];
  /** Shifts the mode: 1 major, −1 minor. */
  brightness: number;
  /** Shifts the tempo inside the genre's range, −1 … 1. */
  pace: number;
  /** Added to the energy of every section. */
  energy: number;
}

export const MOODS: readonly Mood[] = [
  {
    id: 'happy',
    words: [
      'happy',
      'joyful',
      'joy',
      'cheerful',
      'sunny',
      'upbeat',
      'fun',
      'bright',
      'feel-good',
      'summer',
      'celebration',
      'uplifting',
    ],
    brightness: 1,
    pace: 0.5,
    energy: 0.05,
  },
  {
    id: 'sad',
    words: [
      'sad',
      'melancholy',
      'melancholic',
      'heartbreak',
      'heartbroken',
      'lonely',
      'grief',
      'tears',
      'crying',
      'sorrow',
      'lost',
      'missing',
      'goodbye',
    ],
    brightness: -1,
    pace: -0.8,
    energy: -0.1,
  },
  {
    id: 'dark',
    words: ['dark', 'sinister', 'ominous', 'evil', 'haunting', 'scary', 'horror', 'gloomy', 'night'],
    brightness: -1,
    pace: -0.1,
    energy: 0,
  },
  {
    id: 'calm',
    words: [
      'calm',
      'peaceful',
      'relaxing',
      'gentle',
      'soft',
      'quiet',
      'sleep',
      'serene',
      'soothing',
      'mellow',
      'slow',
      'tender',
      'lullaby',
    ],
    brightness: 0.3,
    pace: -0.9,
    energy: -0.12,
  },
  {
    id: 'energetic',
    words: [
      'energetic',
      'energy',
      'fast',
      'powerful',
      'driving',
      'intense',
      'workout',
      'hype',
      'wild',
      'party',
      'pumping',
      'running',
    ],
    brightness: 0,
    pace: 0.9,
    energy: 0.1,
  },
  {
    id: 'angry',
    words: ['angry', 'rage', 'aggressive', 'furious', 'fierce', 'fury', 'revenge'],
    brightness: -1,
    pace: 0.8,
    energy: 0.1,
  },
  {
    id: 'romantic',
    words: ['romantic', 'love', 'kiss', 'wedding', 'tenderness', 'intimate', 'valentine'],
    brightness: 0.5,
    pace: -0.3,
    energy: -0.03,
  },
  {
    id: 'epic',
    words: ['epic', 'heroic', 'triumphant', 'victory', 'glorious', 'majestic', 'battle'],
    brightness: -0.2,
    pace: 0.3,
    energy: 0.1,
  },
  {
    id: 'dreamy',
    words: ['dreamy', 'dream', 'ethereal', 'floating', 'hazy', 'stars', 'space', 'cosmic', 'underwater'],
    brightness: 0.3,
    pace: -0.4,
    energy: -0.06,
  },
  {
    id: 'nostalgic',
    words: ['nostalgic', 'nostalgia', 'memories', 'memory', 'childhood', 'remember', 'old days', 'bittersweet'],
    brightness: 0.2,
    pace: -0.3,
    energy: -0.03,
  },
  {
    id: 'hopeful',
    words: ['hopeful', 'hope', 'inspiring', 'inspirational', 'motivational', 'rising', 'sunrise', 'dawn', 'freedom'],
    brightness: 0.8,
    pace: 0.2,
    energy: 0.04,
  },
  {
    id: 'mysterious',
    words: ['mysterious', 'mystery', 'suspense', 'secret', 'noir', 'eerie', 'strange'],
    brightness: -0.8,
    pace: -0.2,
    energy: -0.02,
  },
  {
    id: 'playful',
    words: ['playful', 'funny', 'silly', 'quirky', 'children', 'kids', 'cartoon'],
    brightness: 1,
    pace: 0.4,
    energy: 0,
  },
];

export interface NamedInstrument {
  words: readonly string[];
  sound: string;
  stem: StemName;
  part: 'line' | 'arp' | 'chord';
  /** Whether it can carry the melody. */
  leads: boolean;
}

export const INSTRUMENTS: readonly NamedInstrument[] = [
  { words: ['piano'], sound: 'piano', stem: 'keys', part: 'chord', leads: true },
  { words: ['electric piano', 'rhodes'], sound: 'epiano', stem: 'keys', part: 'chord', leads: false },
  { words: ['organ', 'hammond'], sound: 'organ', stem: 'keys', part: 'chord', leads: false },
  { words: ['harpsichord'], sound: 'harpsichord', stem: 'keys', part: 'arp', leads: true },
  { words: ['music box'], sound: 'music-box', stem: 'keys', part: 'arp', leads: true },
  { words: ['celesta'], sound: 'celesta', stem: 'keys', part: 'arp', leads: true },
  { words: ['vibraphone', 'vibes'], sound: 'vibes', stem: 'keys', part: 'line', leads: true },
  { words: ['marimba', 'xylophone'], sound: 'marimba', stem: 'keys', part: 'arp', leads: false },
  { words: ['kalimba'], sound: 'kalimba', stem: 'keys', part: 'arp', leads: false },
  { words: ['accordion'], sound: 'accordion', stem: 'keys', part: 'line', leads: true },
  { words: ['harmonica'], sound: 'harmonica', stem: 'lead', part: 'line', leads: true },
  {
    words: ['acoustic guitar', 'nylon guitar', 'spanish guitar'],
    sound: 'nylon-guitar',
    stem: 'guitar',
    part: 'arp',
    leads: false,
  },
  { words: ['ukulele'], sound: 'ukulele', stem: 'guitar', part: 'chord', leads: false },
  { words: ['banjo'], sound: 'banjo', stem: 'guitar', part: 'arp', leads: false },
  { words: ['mandolin'], sound: 'mandolin', stem: 'guitar', part: 'chord', leads: false },
  { words: ['sitar'], sound: 'sitar', stem: 'guitar', part: 'line', leads: true },
  { words: ['koto'], sound: 'koto', stem: 'guitar', part: 'arp', leads: true },
  { words: ['violin'], sound: 'violin', stem: 'strings', part: 'line', leads: true },
  { words: ['fiddle'], sound: 'fiddle', stem: 'strings', part: 'line', leads: true },
  { words: ['cello'], sound: 'cello', stem: 'strings', part: 'line', leads: true },
  { words: ['strings', 'string section', 'orchestra'], sound: 'strings', stem: 'strings', part: 'line', leads: false },
  { words: ['harp'], sound: 'harp', stem: 'strings', part: 'arp', leads: false },
  { words: ['choir'], sound: 'choir', stem: 'strings', part: 'line', leads: false },
  { words: ['trumpet'], sound: 'trumpet', stem: 'brass', part: 'line', leads: true },
  { words: ['trombone'], sound: 'trombone', stem: 'brass', part: 'line', leads: true },
  { words: ['horns', 'brass'], sound: 'brass', stem: 'brass', part: 'line', leads: false },
  { words: ['saxophone', 'sax'], sound: 'tenor-sax', stem: 'brass', part: 'line', leads: true },
  { words: ['flute'], sound: 'flute', stem: 'brass', part: 'line', leads: true },
  { words: ['clarinet'], sound: 'clarinet', stem: 'brass', part: 'line', leads: true },
  { words: ['oboe'], sound: 'oboe', stem: 'brass', part: 'line', leads: true },
  { words: ['pan flute', 'panpipe'], sound: 'pan-flute', stem: 'brass', part: 'line', leads: true },
  { words: ['whistle', 'tin whistle'], sound: 'whistle', stem: 'brass', part: 'line', leads: true },
  { words: ['bells', 'glockenspiel'], sound: 'glockenspiel', stem: 'keys', part: 'arp', leads: false },
  { words: ['steel drums', 'steelpan'], sound: 'steel-drums', stem: 'keys', part: 'arp', leads: true },
];
