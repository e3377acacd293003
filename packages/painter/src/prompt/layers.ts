// The layers of a scene by depth, each with the motion that suits it, for a video engine.
import { kindOf } from '../subjects/registry.ts';
import type { SceneDescription, SceneLayer } from './scene.ts';

const WATERY = new Set(['lake', 'river', 'sea', 'beach', 'coast', 'harbour', 'arctic sea', 'swamp']);

export function layersOf(scene: SceneDescription): SceneLayer[] {
  const night = scene.time === 'night' || scene.sky.includes('stars');
  const subjects = scene.subjects.map((subject, index): SceneLayer => {
    const kind = kindOf(subject.kind);
    return {
      name: 'subject',
      subject: index,
      depth: kind.stance === 'backdrop' ? 60 : subject.airborne ? 14 : 8,
      motion: kind.motion,
    };
  });
  const falling =
    scene.falling !== 'none' || scene.weather === 'rain' || scene.weather === 'storm' || scene.weather === 'snowfall';
  return [
    { name: 'sky', depth: 1000, motion: night ? 'twinkle' : 'drift' },
    { name: 'far', depth: 200, motion: 'still' },
    { name: 'ground', depth: 20, motion: WATERY.has(scene.place) ? 'ripple' : 'sway' },
    ...subjects,
    { name: 'near', depth: 3, motion: falling ? 'fall' : 'sway' },
  ];
}
