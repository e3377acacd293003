// What a place consists of, and the horizons that many places share.
import type { GroundKind, RidgeKind, Room, SkyLook, World } from '../render/world.ts';

export interface Place {
  ground: GroundKind;
  colours: readonly [string, string];
  ridges: readonly (readonly [kind: RidgeKind, depth: number, height: number, colour: string, second: string])[];
  water?: readonly [from: number, to: number, waves: number, colour: string, shallow: string];
  strewn?: readonly [kind: World['strewn']['kind'], amount: number, ...colours: string[]];
  room?: Partial<Omit<Room, 'wall' | 'second'>> & { wall: string; second: string };
  sky?: SkyLook['kind'];
  horizon?: number;
  fog?: number;
  /** Things that belong to the place and are added if there is room: their kinds and number. */
  company?: readonly (readonly [kind: string, count: number])[];
}
export const GREEN = ['#5f8f35', '#7fa345'] as const;
export const HILLS = ['hills', 60, 0.1, '#4f7a3c', '#86a858'] as const;
export const FAR_HILLS = ['hills', 140, 0.16, '#5a7a66', '#7a9a80'] as const;
export const PEAKS = ['peaks', 220, 0.34, '#6a7280', '#f4f6fa'] as const;
export const WOODS = ['forest', 45, 0.11, '#2f5a2c', '#5a8a3c'] as const;
