// Turns a described scene into a world to render: camera, light, ground, company and the placed subjects.

import { chanceFromNumber } from '@atelier/kit';
import type { PictureStyle } from '../picture.ts';
import type { SceneDescription, SceneSubject } from '../prompt/scene.ts';
import { COLOURS, linearOf, mix, scaled } from '../render/colour.ts';
import { ridgeTop } from '../render/ridges.ts';
import { unit } from '../render/trace.ts';
import type { Camera, FallKind, GroundLook, Room, Thing, World } from '../render/world.ts';
import { kindOf } from '../subjects/registry.ts';
import { moodPicture } from './abstract.ts';
import { arrange } from './arrange.ts';
import { asClay, asToys } from './clay.ts';
import { buildFigure, type Figure } from './figure.ts';
import { isPortrait, type Stage } from './groups.ts';
import { type Atmosphere, lightFor } from './light.ts';
import type { Place } from './place.ts';
import { inSeason, placeNamed, ridgesOf } from './places.ts';

export interface Frame {
  width: number;
  height: number;
}

export function composeWorld(
  scene: SceneDescription,
  size: Frame,
  { seed, style }: { seed: number; style: PictureStyle },
): World {
  const chance = chanceFromNumber(seed);
  const place = placeNamed(placeFor(scene, style));
  const air = lightFor(scene, place, chance);
  if (scene.backdrop) paintBackdrop(scene.backdrop, air);
  const camera = cameraFor(scene, place, chance());
  const water = place.water
    ? {
        from: place.water[0],
        to: place.water[1],
        waves: place.water[2],
        colour: linearOf(place.water[3]),
        shallow: linearOf(place.water[4]),
      }
    : undefined;
  const winter = scene.season === 'winter' && place.ground !== 'planks' && !place.room && place.ground !== 'sand';
  const world: World = {
    style,
    seed,
    time: 0,
    camera,
    light: air.light,
    sky: air.sky,
    ground: groundOf(scene, place, winter),
    ...(water ? { water } : {}),
    ridges: ridgesOf(place, { season: scene.season, seed, night: air.light.night }),
    ...(place.room
      ? {
          room: {
            ...ROOM_DEFAULTS,
            ...place.room,
            wall: roomColour(scene, place.room.wall),
            second: linearOf(place.room.second),
            weather: outsideOf(scene),
          },
        }
      : {}),
    things: [],
    strewn:
      winter || !place.strewn
        ? { kind: 'none', amount: 0, colours: [] }
        : {
            kind: place.strewn[0],
            amount: place.strewn[1],
            colours: place.strewn.slice(2).map((hex) => inSeason(String(hex), scene.season)),
          },
    falling: fallingOf(scene, place),
    fallAmount: scene.weather === 'storm' ? 1.3 : 1,
    exposure: air.exposure,
    saturation: air.saturation,
  };
  if (scene.abstract) return { ...world, abstract: moodPicture(scene, chance) };
  showDisc(world);
  const stage: Stage = {
    scene,
    camera,
    aspect: size.width / size.height,
    seed,
    chance,
    grounded: place.ground !== 'none',
    indoors: place.room !== undefined,
    ...(water ? { water } : {}),
  };
  const subjects = arrange(stage);
  const things = [...subjects, ...companyOf(stage, place, subjects)].map((thing, id) => ({ ...thing, id }));
  const composed = {
    ...world,
    things: style === '3d' || style === 'anime' ? asToys(things) : things,
  };
  return style === '3d' ? asClay(composed) : composed;
}

const SNOWED = new Set<GroundLook['kind']>(['grass', 'leaves', 'flowers', 'soil']);

function groundOf(scene: SceneDescription, place: Place, winter: boolean): GroundLook {
  if (winter && SNOWED.has(place.ground))
    return { kind: 'snow', colour: linearOf('#f0f4f8'), second: linearOf('#dce6f0') };
  const [colour, second] = place.colours;
  return { kind: place.ground, colour: inSeason(colour, scene.season), second: inSeason(second, scene.season) };
}

function outsideOf({ weather }: SceneDescription): Room['weather'] {
  if (weather === 'rain' || weather === 'storm') return 'rain';
  return weather === 'snowfall' ? 'snow' : 'fair';
}

/** A low sun or moon stands just above the ridges, not behind them. */
function showDisc(world: World): void {
  const { sky } = world;
  if (sky.disc === 'none' || sky.kind !== 'air') return;
  const [x, y, z] = sky.sun;
  const u = x / -z;
  const top = Math.max(
    0,
    ...world.ridges.flatMap((ridge) => [-0.04, 0, 0.04].map((shift) => ridgeTop(ridge, u + shift))),
  );
  const slope = y / -z;
  // Never so high that the frame cuts it, even if a peak then hides a part.
  const most = (1 - world.camera.horizon) / world.camera.focal - sky.discSize * 1.5;
  sky.sun = unit([u, Math.min(Math.max(slope, top + sky.discSize * 0.7), Math.max(0.05, most)), -1]);
}

const ROOM_DEFAULTS = {
  back: 9,
  halfWidth: 6.5,
  height: 5.6,
  window: true,
  pattern: 'plain',
  weather: 'fair',
} as const;

/** The clay style shows lone objects in the studio; a named place always wins. */
function placeFor(scene: SceneDescription, style: PictureStyle): string {
  if (scene.placeGiven || scene.subjects.length === 0) return scene.place;
  const groups = scene.subjects.map((subject) => kindOf(subject.kind).group);
  if (scene.backdrop && scene.backdrop !== 'blue') return 'studio';
  const afloat = scene.subjects.some(
    (subject) => kindOf(subject.kind).stance === 'water' || kindOf(subject.kind).stance === 'sea',
  );
  if (
    style === '3d' &&
    !afloat &&
    scene.place !== 'space' &&
    !scene.timeGiven &&
    groups.every((group) => group !== 'building' && group !== 'nature')
  )
    return 'studio';
  return scene.place;
}

function paintBackdrop(name: string, air: Atmosphere): void {
  const colour = linearOf(COLOURS[name] ?? '#808080');
  air.light.horizon = mix(colour, [1, 1, 1], 0.25);
  air.light.zenith = scaled(colour, 0.9);
  air.sky.clouds = Math.min(air.sky.clouds, 0.2);
}

function roomColour(scene: SceneDescription, hex: string) {
  return linearOf(scene.backdrop ? (COLOURS[scene.backdrop] ?? hex) : hex);
}

function cameraFor(scene: SceneDescription, place: Place, chance: number): Camera {
  // If the horizon is above the frame, a level view becomes one from above that keeps circles round.
  if (scene.fromAbove) return { at: [0, 1.5, 0], focal: 1.3, horizon: 1.8 };
  if (isPortrait(scene)) return { at: [0, 1.5, 0], focal: 1.3, horizon: 0.52 };
  const airy = scene.subjects.filter((subject) => subject.airborne).length;
  const high = scene.sky.length > 0 || (airy > 0 && airy === scene.subjects.length);
  const empty = scene.subjects.length === 0;
  const horizon = place.horizon ?? (place.room ? 0.56 : high ? 0.3 : empty ? 0.38 : 0.42 + 0.06 * chance);
  return { at: [0, 1.5, 0], focal: place.horizon && place.horizon > 0.7 ? 1.6 : 1.3, horizon };
}

function fallingOf(scene: SceneDescription, place: Place): FallKind {
  if (scene.falling !== 'none') return scene.falling;
  if (place.sky === 'underwater') return 'bubbles';
  if (place.room || place.sky === 'space' || place.sky === 'studio') return 'none';
  if (scene.weather === 'rain' || scene.weather === 'storm') return 'rain';
  if (scene.weather === 'snowfall') return 'snow';
  return 'none';
}

/** Trees, fences and the like at the sides: they show the place without covering the subjects. */
function companyOf(stage: Stage, place: Place, subjects: readonly Thing[]): Thing[] {
  const { camera, aspect, chance, scene } = stage;
  const named = new Set(scene.subjects.map((subject) => subject.kind));
  const busy = subjects.map((thing) => ({ x: (thing.at[0] * camera.focal) / -thing.at[2], depth: -thing.at[2] }));
  const things: Thing[] = [];
  let side = chance() < 0.5 ? -1 : 1;
  for (const [name, count] of place.company ?? []) {
    if (named.has(name)) continue;
    const kind = kindOf(name);
    for (let i = 0; i < count; i++) {
      const subject: SceneSubject = {
        kind: name,
        word: name,
        count: 1,
        colours: [],
        shade: 0,
        size: 1,
        airborne: false,
      };
      const figure = buildFigure(kind, subject, {
        seed: stage.seed * 17 + things.length * 13 + 5,
        season: scene.season,
      });
      const deepest = Math.max(7, ...busy.map((spot) => spot.depth));
      const many = count > 3;
      const depth = stage.water
        ? stage.water.from * 0.86
        : stage.indoors
          ? 7.4
          : deepest * (1.25 + (many ? 0.16 * i : 0) + 0.5 * chance()) + 2;
      // A crowd takes the whole width, and leaves the middle to the subject.
      const x = side * aspect * (many ? 0.16 + 0.4 * (i / count) + 0.06 * chance() : 0.34 + 0.12 * chance());
      const tall =
        (kind.metres > 2.5 ? (many ? 0.5 : 0.36) + 0.16 * chance() : kind.metres > 0.7 ? 0.13 : 0.07) *
        (depth / camera.focal) *
        (stage.water ? 1.2 : 0.95);
      const scale = tall / (figure.box.high[1] - Math.min(0, figure.box.low[1]));
      if (kind.stance === 'air') {
        things.push(hangInSky(stage, figure, side));
        continue;
      }
      things.push({
        id: 0,
        name,
        parts: figure.parts,
        paints: figure.paints,
        at: [(x * depth) / camera.focal, 0, -depth],
        yaw: figure.yaw,
        scale,
        motion: kind.motion,
        afloat: false,
      });
      side = -side;
    }
  }
  return things;
}

const SKY_DEPTH = 120;

/** Another planet, to one side above the horizon. */
function hangInSky({ camera, aspect }: Stage, figure: Figure, side: number): Thing {
  const size = 0.17;
  const scale = (size * SKY_DEPTH) / camera.focal / (figure.box.high[1] - figure.box.low[1]);
  const base = camera.horizon + (1 - camera.horizon) * 0.52;
  const y = camera.at[1] + ((base - camera.horizon) * SKY_DEPTH) / camera.focal;
  return {
    id: 0,
    name: figure.kind.name,
    parts: figure.parts,
    paints: figure.paints,
    at: [(side * aspect * 0.32 * SKY_DEPTH) / camera.focal, y - figure.box.low[1] * scale, -SKY_DEPTH],
    yaw: figure.yaw,
    scale,
    motion: 'still',
    afloat: false,
  };
}
