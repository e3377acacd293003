// The entry of the package: songs from prompts, mastering, and the parts for assembling a composer.
export { Composer, type ComposerOptions } from './composer.ts';
export { findTranscoder, type Transcoder } from './encode/transcoder.ts';
export { Lyricist } from './lyrics/lyricist.ts';
export { ModelLyrics } from './lyrics/model-lyrics.ts';
export { DictionaryScansion } from './lyrics/scansion.ts';
export type { Genre, MasteredTrack, MusicOrder, ReportProgress, Song } from './order.ts';
export { GuidedSinger } from './singer/singer.ts';
export { suggestByMeaning } from './understand/suggest.ts';
export { suggestByModel } from './understand/suggest-by-model.ts';
