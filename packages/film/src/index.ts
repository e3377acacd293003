// The entry of the package: videos from a prompt or an image, and speaking avatars.
export { AvatarMaker, type AvatarParts } from './avatar/avatar-maker.ts';
export type { FaceNetworkFiles } from './avatar/face-finder/find-face.ts';
export { type Clip, encodeClip, type MadeClip } from './encode/clip.ts';
export { type FilmEncoder, findFilmEncoder } from './encode/encoder.ts';
export { FilmMaker } from './film-maker.ts';
export { frameSize } from './frame-size.ts';
export { type Film, type FrameSize, type ReportFilm, VIDEO_TYPES, type VideoOrder, type VideoType } from './order.ts';
export type { SoundtrackPlayer } from './storyboard/soundtrack.ts';
