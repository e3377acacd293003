// The video form's state, and the API call for it.
import type { Body, Reply } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { FIRST_VIDEO_SECONDS } from '../../parts/ask.ts';
import type { Model } from '../shared/model-select.tsx';

export type Film = Reply<'GET /video/{id}'>;
export type FilmBody = Body<'POST /video/generate'>;
export type FilmType = NonNullable<FilmBody['type']>;

export interface FilmWish {
  type: FilmType;
  prompt: string;
  script: string;
  voice: string;
  duration: number;
  /** An avatar's video may be as long as its script. */
  fitsWords: boolean;
  resolution: NonNullable<FilmBody['resolution']>;
  shape: NonNullable<FilmBody['aspect_ratio']>;
  fps: '24' | '30';
  format: NonNullable<FilmBody['format']>;
  style: 'none' | NonNullable<FilmBody['style']>;
  hasAudio: boolean;
  burnsSubtitles: boolean;
  seed: string;
  model: string;
}

export const NO_WISH: FilmWish = {
  type: 'text-to-video',
  prompt: '',
  script: '',
  voice: '',
  duration: FIRST_VIDEO_SECONDS,
  fitsWords: true,
  resolution: '720p',
  shape: '16:9',
  fps: '24',
  format: 'mp4',
  style: 'none',
  hasAudio: true,
  burnsSubtitles: false,
  seed: '',
  model: '',
};

export interface FilmFieldsProps {
  wish: FilmWish;
  onChange(change: Partial<FilmWish>): void;
}

/** The models for this type of video, the preferred one first. */
export function useFilmModels(type: FilmType): readonly Model[] {
  const all = useCall('GET /models').data?.data ?? [];
  return all.filter(({ module, capabilities }) => module === 'video' && capabilities.includes(type));
}

export function bodyOf(wish: FilmWish, image: string | null): FilmBody {
  const isAvatar = wish.type === 'avatar';
  return {
    type: wish.type,
    prompt: wish.prompt.trim(),
    ...(isAvatar && wish.fitsWords ? {} : { duration: wish.duration }),
    resolution: wish.resolution,
    aspect_ratio: wish.shape,
    fps: wish.fps === '24' ? 24 : 30,
    format: wish.format,
    audio: wish.hasAudio,
    ...(image && wish.type !== 'text-to-video' ? { image } : {}),
    ...(isAvatar ? speechOf(wish) : {}),
    ...(wish.style === 'none' ? {} : { style: wish.style }),
    ...(wish.seed ? { seed: Number(wish.seed) } : {}),
    ...(wish.model ? { model: wish.model } : {}),
  };
}

function speechOf({ script, voice, burnsSubtitles }: FilmWish): Partial<FilmBody> {
  return {
    ...(script.trim() ? { script: script.trim() } : {}),
    ...(voice ? { voice } : {}),
    ...(burnsSubtitles ? { burn_subtitles: true } : {}),
  };
}
