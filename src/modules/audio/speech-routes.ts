// Routes of speech and its voices, in the shape of the OpenAI API.
import { bytes, events, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { SpeechBody, VoiceListReply } from './schema.ts';
import type { PaidSpeech, SpeechService } from './speech-service.ts';

export function speechRoutes(service: SpeechService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/audio/speech',
      summary: 'Speak a text; the audio is sent while it is spoken',
      description:
        "Speaks a text sentence by sentence and sends the audio at once. `X-Credits-Charged` states the price of the whole text; a client that disconnects early pays for the sentences that were spoken, or for the whole text once an upstream has it. `pcm` of the voices of this machine comes as `audio/pcm`: samples of 16 bits at 24 kHz, one channel, without a head. In the shape of OpenAI's API.",
      example: { body: { input: 'Good evening, and welcome.', voice: 'nova', response_format: 'mp3' } },
      errors: ['insufficient_credits', 'engine_unavailable', 'engine_failed'],
      tag: 'audio',
      scope: 'audio:write',
      body: SpeechBody,
      billed: true,
      generates: true,
      reply: fileReply('audio/mpeg'),
      streams: true,
      run: async (call) => {
        const speech = await service.speak(call);
        const headers = { 'x-credits-charged': String(speech.credits), 'x-model': speech.model };
        if (call.body.stream_format === 'sse')
          return events(deltasOf(speech), { headers, endsWithDone: false, charged: true });
        return bytes(speech.sound, { contentType: speech.contentType, headers, charged: true });
      },
    }),
    route({
      method: 'GET',
      path: '/audio/voices',
      summary: "List the voices of this machine, each with OpenAI's names for it",
      description:
        'Lists the voices of this machine: name, gender, accent and style. They speak English; models of upstreams have voices of their own.',
      tag: 'audio',
      scope: 'audio:read',
      reply: VoiceListReply,
      run: async () => json(service.voices()),
    }),
  ];
}

async function* deltasOf({ sound, characters, credits }: PaidSpeech): AsyncGenerator<object> {
  for await (const piece of sound) yield { type: 'speech.audio.delta', audio: Buffer.from(piece).toString('base64') };
  // Speech is priced by characters; OpenAI's type requires tokens, and none are counted here.
  const tokens = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  yield { type: 'speech.audio.done', usage: { ...tokens, characters, credits } };
}
