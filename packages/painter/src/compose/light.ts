// Light and sky of a scene: the time of day gives the colours; weather, place and mood change them.

import type { Chance } from '@atelier/kit';
import type { SceneDescription } from '../prompt/scene.ts';
import { linearOf, mix, scaled } from '../render/colour.ts';
import { unit } from '../render/trace.ts';
import type { Light, SkyLook } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';
import { HOURS, type Hour, MOODS, WEATHER } from './hours.ts';
import type { Place } from './place.ts';

export interface Atmosphere {
  light: Light;
  sky: SkyLook;
  exposure: number;
  saturation: number;
}

export function lightFor(scene: SceneDescription, place: Place, chance: Chance): Atmosphere {
  const indoors = place.room !== undefined || place.sky === 'studio';
  const hours =
    scene.timeGiven || scene.time === 'night'
      ? [scene.time]
      : scene.weather === 'clear' || scene.backdrop === 'blue'
        ? ['day']
        : ['morning', 'day', 'day', 'dawn'];
  const name = indoors && !scene.timeGiven ? 'morning' : (hours[Math.floor(chance() * hours.length)] ?? 'day');
  const hour = HOURS[name] ?? HOURS.day;
  const weather = WEATHER[scene.weather] ?? WEATHER.fair;
  const mood = MOODS[scene.mood];
  const side = chance() < 0.5 ? -1 : 1;
  const grey = linearOf(hour.night > 0.5 ? '#2c3444' : '#a4adb8');
  const bend = (hex: string, share = weather.grey): Vec => {
    const plain = mix(linearOf(hex), grey, share);
    return mood ? mix(plain, linearOf(mood.tint), mood.share) : plain;
  };
  const sky = skyFor(scene, place, { hour, clouds: weather.clouds, side, bend, chance });
  const horizon = bend(hour.horizon);
  const zenith = bend(hour.zenith);
  const haze = place.sky === 'underwater' ? 1 : weather.fog * (place.fog ?? 1);
  const light: Light = {
    key: unit([side * (0.5 + 0.25 * chance()), hour.lift, 0.62]),
    keyColour: scaled(bend(hour.key, weather.grey * 0.5), hour.keyPower * weather.dim * (indoors ? 0.8 : 1)),
    zenith,
    horizon,
    glow: scaled(bend(hour.glow, weather.grey * 0.8), (weather.grey > 0.5 ? 0.3 : 1) * hour.spread),
    ambient: scaled(bend(hour.ambient), hour.ambientPower * (indoors ? 1.15 : 1)),
    bounce: scaled(
      mix(linearOf(place.colours[0]), bend(hour.ambient), 0.5),
      0.4 * hour.ambientPower + 0.12 * hour.keyPower,
    ),
    fog: name === 'dusk' ? mix(horizon, zenith, 0.6) : mix(horizon, bend(hour.glow), name === 'sunset' ? 0.25 : 0.05),
    fogDensity: indoors || place.sky === 'space' ? 0 : 0.0042 * haze,
    softness: 9 * weather.soft,
    night: hour.night,
  };
  return specialLight({ light, sky, exposure: 1, saturation: mood?.sat ?? 1.04 }, { scene, place }, chance);
}

interface SkyTerms {
  hour: Hour;
  clouds: number;
  side: number;
  bend: (hex: string) => Vec;
  chance: Chance;
}

function skyFor(scene: SceneDescription, place: Place, { hour, clouds, side, bend, chance }: SkyTerms): SkyLook {
  const night = hour.night > 0.8;
  const hidden = clouds >= 0.9 && !scene.sky.includes('sun') && !scene.sky.includes('moon');
  const wantsMoon = scene.sky.includes('moon') || (night && !hidden);
  const disc = wantsMoon ? 'moon' : hidden || hour.disc < 0 ? 'none' : 'sun';
  const low = scene.sky.includes('sun') || hour.disc < 0.2 || wantsMoon;
  const height = wantsMoon
    ? 0.34 + 0.1 * chance()
    : scene.sky.includes('sun')
      ? Math.min(0.3, Math.max(0.05, hour.disc))
      : hour.disc;
  return {
    kind: place.sky ?? 'air',
    sun: unit([side * (low ? 0.1 + 0.2 * chance() : 0.55), height, -1]),
    disc,
    discSize: disc === 'moon' ? 0.055 : hour.disc < 0.2 ? 0.05 : 0.038,
    clouds: scene.sky.includes('stars') ? Math.min(0.25, clouds) : clouds * (0.85 + 0.3 * chance()),
    cloudColour: bend(hour.cloud),
    cloudShade: bend(hour.cloudShade),
    stars: night || scene.sky.includes('stars') ? 1 : hour.night > 0.4 ? 0.4 : 0,
    aurora: scene.sky.includes('aurora') ? 1 : 0,
    rainbow: scene.sky.includes('rainbow') ? 1 : 0,
    nebula: [linearOf('#b04890'), linearOf('#3c6ad0'), linearOf('#d08040'), linearOf('#40a8a0')][
      Math.floor(chance() * 4)
    ] ?? [0.4, 0.2, 0.4],
    seed: chance() * 50,
  };
}

function specialLight(
  base: Atmosphere,
  { scene, place }: { scene: SceneDescription; place: Place },
  chance: Chance,
): Atmosphere {
  const { light } = base;
  if (place.sky === 'underwater') {
    return {
      ...base,
      light: {
        ...light,
        zenith: linearOf('#4cb8d8'),
        horizon: linearOf('#0f5a84'),
        fog: linearOf('#12648c'),
        glow: linearOf('#c8f4ff'),
        keyColour: [1.6, 1.6, 1.42],
        ambient: [0.42, 0.58, 0.66],
        bounce: [0.16, 0.3, 0.32],
        fogDensity: 0.02,
        softness: 5,
        key: unit([0.25, 0.9, 0.4]),
      },
    };
  }
  if (place.sky === 'space') {
    const ground = place.ground !== 'none';
    return {
      ...base,
      light: {
        ...light,
        keyColour: [2.2, 2.1, 2],
        ambient: ground ? [0.2, 0.22, 0.3] : [0.14, 0.16, 0.26],
        bounce: [0.1, 0.1, 0.12],
        softness: 24,
        night: 0,
        key: unit([light.key[0] > 0 ? 0.7 : -0.7, 0.5, 0.6]),
        fogDensity: 0,
        zenith: [0.02, 0.03, 0.08],
        horizon: [0.05, 0.06, 0.12],
      },
    };
  }
  if (place.sky === 'studio') return studioLight(base, scene, chance);
  if (place.room && !place.room.window)
    return {
      ...base,
      light: {
        ...light,
        keyColour: scaled([1.9, 1.65, 1.3], 1 - 0.3 * light.night),
        ambient: scaled(linearOf('#a89c94'), 0.8),
        bounce: [0.2, 0.15, 0.11],
        night: 0,
        softness: 5,
      },
    };
  return base;
}

const BACKDROPS = ['#e8d8c8', '#c8dce8', '#d8e4d0', '#f0d8d0', '#d8d0e8', '#f0e4c0'];

function studioLight(base: Atmosphere, scene: SceneDescription, chance: Chance): Atmosphere {
  const hex = BACKDROPS[Math.floor(chance() * BACKDROPS.length)] ?? '#e8d8c8';
  const back = linearOf(hex);
  const dim = scene.time === 'night' ? 0.3 : 1;
  return {
    ...base,
    light: {
      ...base.light,
      horizon: scaled(back, 0.95 * dim),
      zenith: scaled(back, 0.6 * dim),
      fog: back,
      keyColour: [1.5, 1.45, 1.38],
      ambient: [0.62, 0.64, 0.68],
      bounce: scaled(back, 0.35),
      softness: 4,
      fogDensity: 0,
      night: 0,
    },
  };
}
