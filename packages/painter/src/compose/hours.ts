// The colours of each time of day, and how weather and mood change them.

export interface Hour {
  zenith: string;
  horizon: string;
  glow: string;
  key: string;
  keyPower: number;
  ambient: string;
  ambientPower: number;
  /** Height of the visible sun or moon (sine), and of the light that shapes things. */
  disc: number;
  lift: number;
  cloud: string;
  cloudShade: string;
  night: number;
  /** How far the sun's glow spreads. */
  spread: number;
}
export const HOURS: Readonly<Record<string, Hour>> & { day: Hour } = {
  dawn: {
    zenith: '#5f86c4',
    horizon: '#f6c8b0',
    glow: '#ffb488',
    key: '#ffd2a8',
    keyPower: 1.5,
    ambient: '#a8b4dc',
    ambientPower: 0.62,
    disc: 0.07,
    lift: 0.42,
    cloud: '#ffd9cc',
    cloudShade: '#b49cb8',
    night: 0.05,
    spread: 0.9,
  },
  morning: {
    zenith: '#2f7ad6',
    horizon: '#b8daf0',
    glow: '#fff0cc',
    key: '#fff0d4',
    keyPower: 1.85,
    ambient: '#b4cdf0',
    ambientPower: 0.6,
    disc: 0.4,
    lift: 0.62,
    cloud: '#ffffff',
    cloudShade: '#b4c4d8',
    night: 0,
    spread: 0.32,
  },
  day: {
    zenith: '#2068cc',
    horizon: '#aed6f2',
    glow: '#fff6e0',
    key: '#fff8ec',
    keyPower: 2,
    ambient: '#b0ccf4',
    ambientPower: 0.6,
    disc: 0.62,
    lift: 0.8,
    cloud: '#ffffff',
    cloudShade: '#aebfd4',
    night: 0,
    spread: 0.26,
  },
  sunset: {
    zenith: '#44508c',
    horizon: '#ffa45c',
    glow: '#ff7a30',
    key: '#ffb878',
    keyPower: 1.75,
    ambient: '#b094b8',
    ambientPower: 0.58,
    disc: 0.045,
    lift: 0.36,
    cloud: '#ffb088',
    cloudShade: '#8c5c7c',
    night: 0.12,
    spread: 1,
  },
  dusk: {
    zenith: '#232c60',
    horizon: '#c8809c',
    glow: '#e87858',
    key: '#d8a4c0',
    keyPower: 1.35,
    ambient: '#7c80c0',
    ambientPower: 0.85,
    disc: -0.1,
    lift: 0.45,
    cloud: '#c08aa8',
    cloudShade: '#4c4878',
    night: 0.6,
    spread: 0.7,
  },
  night: {
    zenith: '#050a20',
    horizon: '#122144',
    glow: '#8cacd8',
    key: '#a8c0f0',
    keyPower: 0.85,
    ambient: '#4c64a4',
    ambientPower: 0.5,
    disc: 0.4,
    lift: 0.66,
    cloud: '#1a2444',
    cloudShade: '#0a1024',
    night: 1,
    spread: 0.1,
  },
};
export const WEATHER: Readonly<Record<string, Weather>> & { fair: Weather } = {
  fair: { clouds: 0.42, grey: 0, dim: 1, fog: 1, soft: 1 },
  clear: { clouds: 0.06, grey: 0, dim: 1, fog: 0.8, soft: 1.1 },
  cloudy: { clouds: 0.68, grey: 0.2, dim: 0.88, fog: 1.1, soft: 0.7 },
  overcast: { clouds: 1, grey: 0.7, dim: 0.6, fog: 1.6, soft: 0.35 },
  rain: { clouds: 1, grey: 0.72, dim: 0.6, fog: 2.4, soft: 0.35 },
  storm: { clouds: 1.1, grey: 0.85, dim: 0.48, fog: 2.2, soft: 0.45 },
  snowfall: { clouds: 0.9, grey: 0.55, dim: 0.75, fog: 2.6, soft: 0.4 },
  fog: { clouds: 0.6, grey: 0.55, dim: 0.75, fog: 7, soft: 0.4 },
};
interface Weather {
  clouds: number;
  grey: number;
  dim: number;
  fog: number;
  soft: number;
}
export const MOODS: Readonly<Record<string, { tint: string; share: number; sat: number }>> = {
  joyful: { tint: '#ffe2a0', share: 0.06, sat: 1.12 },
  sad: { tint: '#5c78a0', share: 0.2, sat: 0.72 },
  warm: { tint: '#ffb870', share: 0.14, sat: 1.02 },
  passion: { tint: '#e84838', share: 0.12, sat: 1.15 },
  calm: { tint: '#a8d0d8', share: 0.08, sat: 0.98 },
  dream: { tint: '#c8a0f0', share: 0.14, sat: 1.1 },
  dark: { tint: '#28344c', share: 0.24, sat: 0.82 },
  cold: { tint: '#70b0e8', share: 0.16, sat: 0.95 },
};
