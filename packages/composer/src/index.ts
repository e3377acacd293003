// The only way into the composer: songs from words, mastering, and the parts from which a caller puts a composer together.
export { Composer, type ComposerOptions } from './composer.ts';
export { findTranscoder, type Transcoder } from './encode/transcoder.ts';
export { Lyricist } from './lyrics/lyricist.ts';
export { ModelLyrics } from './lyrics/model-lyrics.ts';
export { DictionaryScansion } from './lyrics/scansion.ts';
export type { Genre, MasteredTrack, MusicOrder, ReportProgress, Song } from './order.ts';
export { GuidedSinger } from './singer/singer.ts';
export { suggestByMeaning } from './understand/suggest.ts';
export { suggestByModel } from './understand/suggest-by-model.ts';
