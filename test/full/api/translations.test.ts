// Speech in other languages, written down in English: Kokoro's own Spanish and French voices speak sounds that are spelled here.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { KokoroNetwork, SAMPLE_RATE } from '../../../packages/voice/src/kokoro/network.ts';
import { EDGE, numberOfSymbol } from '../../../packages/voice/src/kokoro/symbols.ts';
import { KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { WHISPER_MODEL } from '../../../src/engines/transcription/whisper/engine.ts';
import type { ModelFiles } from '../../../src/models/store.ts';
import { startService, type TestService } from '../../support/service.ts';
import { bringWeights } from '../../support/weights.ts';

/** The service spells English only, so the sounds of these sentences are written out in IPA. */
const SENTENCES = [
  {
    voice: 'ef_dora',
    language: 'es',
    said: 'Buenos días. Mi hermano vive en una casa grande.',
    sounds: 'bwˈenos ðˈias. mi eɾmˈano βˈiβe en ˈuna kˈasa ɣɾˈande.',
    english: ['brother', 'house'],
    own: ['hermano', 'casa'],
  },
  {
    voice: 'ff_siwis',
    language: 'fr',
    said: 'Bonjour. Mon frère habite dans une grande maison.',
    sounds: 'bɔ\u0303ʒˈuʁ. mɔ\u0303 fʁˈɛʁ abˈit dɑ\u0303z yn ɡʁˈɑ\u0303d mɛzˈɔ\u0303.',
    english: ['brother', 'house'],
    own: ['frère', 'maison'],
  },
];

let service: TestService;
let openai: OpenAI;
let voices: ModelFiles;
let network: KokoroNetwork;

before(async () => {
  voices = await bringWeights(KOKORO_MODEL);
  await bringWeights(WHISPER_MODEL);
  network = await KokoroNetwork.open(voices['model.onnx'] ?? '', 2);
  service = await startService();
  const { liveKey } = await service.account();
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: liveKey, maxRetries: 0 });
});
after(() => service.stop());

async function speak(voice: string, sounds: string): Promise<Buffer> {
  const numbers = [EDGE, ...sounds, EDGE].map((symbol) => {
    const number = numberOfSymbol(symbol);
    assert.notEqual(number, undefined, `the network has no sound "${symbol}"`);
    return number ?? 0;
  });
  const bytes = await readFile(voices[`${voice}.bin`] ?? '');
  const table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const reading = await network.read(numbers, table, 0.9);
  return wavOf(await network.sound(reading, await network.shape(reading, reading.frames)));
}

function wavOf(samples: Float32Array): Buffer {
  const sound = Buffer.from(Int16Array.from(samples, (one) => Math.max(-1, Math.min(1, one)) * 32_767).buffer);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [SAMPLE_RATE, 24],
    [2 * SAMPLE_RATE, 28],
    [sound.length, 40],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, sound]);
}

for (const { voice, language, said, sounds, english, own } of SENTENCES)
  test(`"${said}" is recognised as ${language}, and translated`, { timeout: 240_000 }, async (context) => {
    const file = await toFile(await speak(voice, sounds), 'speech.wav');
    const heard = await openai.audio.transcriptions.create({
      model: WHISPER_MODEL,
      file,
      response_format: 'verbose_json',
    });
    const translated = await openai.audio.translations.create({ model: WHISPER_MODEL, file });
    context.diagnostic(`${heard.language}: ${heard.text} → ${translated.text}`);
    for (const word of own) assert.ok(heard.text.toLowerCase().includes(word), heard.text);
    for (const word of english) assert.ok(translated.text.toLowerCase().includes(word), translated.text);
  });
