// Chooses colours and rhythm for a mood, if a prompt names nothing that can be drawn.

import type { Chance } from '@atelier/kit';
import type { SceneDescription } from '../prompt/scene.ts';
import { COLOURS, linearOf } from '../render/colour.ts';
import type { World } from '../render/world.ts';

const MOODS: Readonly<Record<string, readonly string[]>> = {
  joyful: ['#f25c54', '#f7b267', '#ffe066', '#70c1b3', '#fff4d6'],
  sad: ['#16213e', '#27496d', '#5c7fa3', '#9fb4c7', '#dfe7ee'],
  warm: ['#5c2a1d', '#b5532c', '#e58f4e', '#f6c48a', '#fff1d8'],
  passion: ['#2b0a1e', '#8b1538', '#d7263d', '#f46036', '#ffd8a8'],
  calm: ['#1d3f4a', '#3c7a7a', '#7fb8a8', '#c4dfce', '#f4f3e4'],
  dream: ['#2a1a5e', '#5f3dc4', '#b07be8', '#f2a6d8', '#fdeff9'],
  dark: ['#08090f', '#1c2233', '#3c3f5c', '#6c5b7b', '#c8b8c0'],
  cold: ['#061a2e', '#0f4c75', '#2a9fd6', '#8fdcf2', '#f0fbff'],
};

export function moodPicture(scene: SceneDescription, chance: Chance): NonNullable<World['abstract']> {
  const names = Object.keys(MOODS);
  const mood = scene.mood in MOODS ? scene.mood : (names[Math.floor(chance() * names.length)] ?? 'calm');
  const asked =
    scene.prompt
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => Object.hasOwn(COLOURS, word)) ?? [];
  const base = (MOODS[mood] ?? []).map(linearOf);
  const colours =
    asked.length > 0
      ? [linearOf('#14141c'), ...asked.map((word) => linearOf(COLOURS[word] ?? '#808080')), linearOf('#fbf6ea')]
      : base;
  const kinds = ['waves', 'bloom', 'shards'] as const;
  const kind =
    mood === 'passion' || mood === 'cold'
      ? 'shards'
      : mood === 'joyful'
        ? 'bloom'
        : (kinds[Math.floor(chance() * 2)] ?? 'waves');
  return { swirl: 0.5 + chance() * 0.7, colours, kind };
}
