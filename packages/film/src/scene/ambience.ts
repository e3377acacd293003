// What lives in a place while the camera runs: wind, waves, passing clouds, what is in the air, how the light changes.
import type { SceneDescription, World } from '@atelier/painter';
import type { Air } from '../compose/air.ts';
import type { Stage } from '../compose/band.ts';
import type { Tone } from '../compose/grade.ts';

type Ambience = Pick<
  Stage,
  'air' | 'wind' | 'shade' | 'waves' | 'gleam' | 'cloudSpeed' | 'lightning' | 'dawn' | 'dusk'
>;

const GRASSY = new Set(['grass', 'crops', 'flowers', 'leaves']);
const GREEN = new Set([
  'meadow',
  'forest',
  'pine forest',
  'jungle',
  'garden',
  'hills',
  'park',
  'swamp',
  'lake',
  'river',
]);

export function ambienceOf(scene: SceneDescription, world: World, seed: number): Ambience {
  const isStormy = scene.weather === 'storm';
  const isOpen = world.sky.kind === 'air' && !world.room;
  const isDay = world.light.night < 0.5;
  return {
    air: airOf(scene, world, seed),
    wind: GRASSY.has(world.ground.kind) && !world.room ? (isStormy ? 1.6 : 1) : 0,
    shade: isOpen && isDay && world.sky.clouds > 0.05 ? 1 : 0,
    waves: world.water ? Math.min(2, 0.6 + world.water.waves * 0.6) * (isStormy ? 1.6 : 1) : 0,
    gleam: world.sky.disc === 'none' ? 0.25 : world.sky.clouds > 0.6 ? 0.4 : 1,
    cloudSpeed: isStormy ? 3.2 : scene.weather === 'fair' ? 1.5 : 2.1,
    lightning: isStormy,
    ...lightOf(scene, world),
  };
}

function airOf(scene: SceneDescription, world: World, seed: number): Air[] {
  const light = 1 - 0.6 * world.light.night;
  const air = (kind: Air['kind'], amount = 1): Air => ({ kind, amount, light, seed: seed % 9973 });
  if (scene.sky.includes('fireworks')) return [air('fireworks')];
  if (world.falling !== 'none') return [air(world.falling, world.fallAmount)];
  if (world.sky.kind === 'space') return [air('warp')];
  if (world.sky.kind === 'studio' || world.abstract || world.room) return [air('motes', 0.8)];
  if (scene.season === 'winter') return [air('snow', 0.8)];
  if (world.light.night > 0.6) return GREEN.has(scene.place) ? [air('fireflies', 0.7)] : [];
  return GREEN.has(scene.place) ? [air('motes')] : [];
}

function lightOf(scene: SceneDescription, world: World): { dawn: Tone; dusk: Tone } {
  const vignette = world.style === 'anime' || world.style === '3d' ? 0.2 : 0.44;
  const tone = (red: number, green: number, blue: number): Tone => ({ red, green, blue, vignette });
  if (scene.weather === 'storm') return { dawn: tone(0.74, 0.79, 0.86), dusk: tone(0.68, 0.74, 0.82) };
  if (scene.time === 'sunset' || scene.time === 'dusk')
    return { dawn: tone(1.02, 1.01, 0.98), dusk: tone(1.04, 0.95, 0.9) };
  if (scene.time === 'sunrise' || scene.time === 'dawn')
    return { dawn: tone(0.95, 0.91, 0.92), dusk: tone(1.05, 1.02, 0.98) };
  if (world.light.night > 0.5) return { dawn: tone(0.98, 0.99, 1.04), dusk: tone(1.04, 1.04, 1.05) };
  return { dawn: tone(0.99, 1, 1.01), dusk: tone(1.05, 1.03, 1) };
}
