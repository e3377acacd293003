// Routes of transcription and translation, in the shape of the OpenAI API.
import { microToCredits } from '../../core/money.ts';
import { bytes, events, json, type Outcome } from '../../http/outcome.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { TranscriptionBody, TranscriptReply, TranslationBody } from './schema.ts';
import { subRip, textOf, usageOf, verboseBody, webVtt } from './transcript-shapes.ts';
import { granularitiesOf, type TranscriptionCall, type TranscriptionService } from './transcription-service.ts';

/** 50 MB of sound, in base64. */
const SOUND_BODY_LIMIT_BYTES = 70 * 1024 * 1024;

export function transcriptionRoutes(service: TranscriptionService): Route[] {
  const common = {
    method: 'POST',
    tag: 'audio',
    scope: 'audio:write',
    reply: TranscriptReply,
    multipart: true,
    billed: true,
    example: { upload: { field: 'file', fileName: 'meeting.mp3' } },
    errors: ['insufficient_credits', 'engine_unavailable', 'engine_failed'],
    bodyLimitBytes: SOUND_BODY_LIMIT_BYTES,
    textTypes: ['text/plain', 'text/vtt'],
  } as const;
  return [
    route({
      ...common,
      path: '/audio/transcriptions',
      summary: 'Transcribe a recording, as a whole or as a stream',
      description:
        'Decodes the recording, holds its price by the second, and transcribes it: as JSON, plain text, subtitles, or with the time of every segment and word. With `stream` the text arrives window by window. In the shape of the API of OpenAI.',
      body: TranscriptionBody,
      streams: true,
      run: async (call) => {
        const order = callOf(call, 'transcribe');
        return call.body.stream ? events(await service.stream(order), { charged: true }) : answer(service, order);
      },
    }),
    route({
      ...common,
      path: '/audio/translations',
      summary: 'Transcribe a recording and translate it into English',
      description:
        'Like a transcription, but the text is English whatever language is spoken. Only for models with the capability `translate`.',
      body: TranslationBody,
      run: (call) => answer(service, callOf(call, 'translate')),
    }),
  ];
}

function callOf(call: Call<unknown, unknown, TranscriptionBody>, task: TranscriptionCall['task']): TranscriptionCall {
  const { caller, requestId, signal, body, uploads } = call;
  return { caller, requestId, signal, body, uploads, task };
}

async function answer(service: TranscriptionService, call: TranscriptionCall): Promise<Outcome> {
  const { transcript, receipt } = await service.whole(call);
  const { response_format: format = 'json' } = call.body;
  if (format === 'json') return json({ text: textOf(transcript), usage: usageOf(transcript) }, { receipt });
  if (format === 'verbose_json') return json(verboseBody(transcript, granularitiesOf(call.body)), { receipt });
  const text =
    format === 'srt' ? subRip(transcript) : format === 'vtt' ? webVtt(transcript) : `${textOf(transcript)}\n`;
  return bytes(Buffer.from(text), {
    contentType: format === 'vtt' ? 'text/vtt; charset=utf-8' : 'text/plain; charset=utf-8',
    charged: true,
    headers: {
      'x-credits-charged': String(microToCredits(receipt.charged)),
      'x-credits-remaining': String(microToCredits(receipt.remaining)),
    },
  });
}
