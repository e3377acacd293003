// The entry of the package.
export { type Channel, openProcess, openThread, type ProcessOptions } from './channel.ts';
export { EngineError, type EngineErrorCode, type EngineErrorDetails } from './engine-error.ts';
export { findFfmpeg, hasNodeAv, listFfmpegEncoders } from './ffmpeg.ts';
export { type CallOptions, Host, type HostOptions, type Reply, runOnce } from './host.ts';
export { BackOff, type Pace, type PollOptions, pollUntil } from './poll.ts';
export { type Chance, chanceFromNumber, chanceFromText, hashText, mulberry32 } from './random.ts';
export { Sandbox } from './sandbox.ts';
export { type ServeOptions, serveTasks, type TaskTools } from './serve.ts';
export { SOUND_HEAD_BYTES, type SoundFormat, sniffSound } from './sound-format.ts';
export {
  type AnswerLimits,
  askTextModel,
  type TextModelFacts,
  type TextModelSource,
  type TextQuestion,
} from './text-model.ts';
export { wavHeader } from './wav.ts';
