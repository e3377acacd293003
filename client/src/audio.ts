// Speech, its voices, and transcription of recordings.
import type { Api, Body, Reply, UploadBody } from './api.ts';
import type { CallOptions } from './transport.ts';

/** A piece of a transcript as it is produced; the last one has the whole text. */
export type TranscriptEvent =
  | { type: 'transcript.text.delta'; delta: string }
  | { type: 'transcript.text.done'; text: string; usage: { seconds: number; credits: number } };

type RecordingBody = Omit<UploadBody<'POST /audio/transcriptions'>, 'stream' | 'response_format'>;

export function audioOf(api: Api) {
  type SpeechBody = Body<'POST /audio/speech'>;
  type Transcript = Reply<'POST /audio/transcriptions'>;
  const written = (body: object, format: 'text' | 'srt' | 'vtt', options?: CallOptions) =>
    api.bytes('POST /audio/transcriptions', { body: { ...body, response_format: format } }, options);
  return {
    /** The whole speech as a file. */
    speech: (body: SpeechBody, options?: CallOptions) => api.bytes('POST /audio/speech', { body }, options),
    /** The response itself: its body can be played while the speech is produced. */
    speechStream: (body: SpeechBody, options?: CallOptions) =>
      api.send('POST /audio/speech', { body }, options, 'audio/*'),
    voices: (options?: CallOptions) => api.call('GET /audio/voices', {}, options),
    /** `file` is the recording. With `response_format: 'verbose_json'` the reply has segments, and words if requested. */
    transcribe: (body: UploadBody<'POST /audio/transcriptions'>, options?: CallOptions): Promise<Transcript> =>
      api.call('POST /audio/transcriptions', { body }, options),
    transcribeStream: (body: RecordingBody, options?: CallOptions) =>
      api.stream<TranscriptEvent>('POST /audio/transcriptions', { body: { ...body, stream: true } }, options),
    /** As SubRip, WebVTT or plain text. */
    subtitles: async (body: RecordingBody, format: 'text' | 'srt' | 'vtt', options?: CallOptions) =>
      (await written(body, format, options)).text(),
    /** Translates into English. */
    translate: (body: UploadBody<'POST /audio/translations'>, options?: CallOptions) =>
      api.call('POST /audio/translations', { body }, options),
  };
}
