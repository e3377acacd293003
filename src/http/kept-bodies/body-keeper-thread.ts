// The thread that prepares bodies for the request log, so that the event loop does not wait for it.
import { serveCalls } from '../../core/call-thread.ts';
import { storableText } from '../../store/storable-text.ts';
import type { BodyQuestion, PreparedBodies, RawBodies } from './body-keeper.ts';
import { mergeFrames } from './merge-frames.ts';
import { redactJson } from './redact-json.ts';

serveCalls(({ bodies, maxCharacters }: BodyQuestion) => bodies.map((one) => prepare(one, maxCharacters)));

const lenient = new TextDecoder('utf-8');

function prepare({ request, response, isStream, isCut, rules }: RawBodies, maxCharacters: number): PreparedBodies {
  const sides = [request && lenient.decode(request), response && textOf(response, isStream)].map((text) =>
    text ? redactJson(text, rules, maxCharacters) : null,
  );
  const [asked, answered] = sides.map((side) => (side ? storableText(side.text) : null));
  return {
    request: asked ?? null,
    response: answered ?? null,
    isCut: isCut || sides.some((side) => side?.isCut),
  };
}

function textOf(bytes: Uint8Array, isStream: boolean): string | undefined {
  const text = lenient.decode(bytes);
  return isStream ? mergeFrames(text) : text;
}
