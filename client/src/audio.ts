// Speech and the voices for it.
import type { Api, Body } from './api.ts';
import type { CallOptions } from './transport.ts';

export function audioOf(api: Api) {
  type SpeechBody = Body<'POST /audio/speech'>;
  return {
    /** The whole speech as a file. */
    speech: (body: SpeechBody, options?: CallOptions) => api.bytes('POST /audio/speech', { body }, options),
    /** The answer itself: its body is heard while it is spoken. */
    speechStream: (body: SpeechBody, options?: CallOptions) =>
      api.send('POST /audio/speech', { body }, options, 'audio/*'),
    voices: (options?: CallOptions) => api.call('GET /audio/voices', {}, options),
  };
}
