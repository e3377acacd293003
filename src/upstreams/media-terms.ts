// Prices and costs set per model by image, music, video, speech and transcription upstreams, for the price list.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Config } from '../config/settings.ts';
import { COMPOSER_MODEL } from '../modules/music/service.ts';
import { type ModelPrice, ModelPriceSchema } from '../money/price-list.ts';
import type { LiveUpstream } from './live-settings.ts';

const Terms = {
  price: Type.Optional(ModelPriceSchema),
  cost: Type.Optional(ModelPriceSchema),
  allow_loss: Type.Optional(Type.Boolean()),
};
const Priced = Type.Object({
  name: Type.String(),
  models: Type.Array(Type.Object({ id: Type.String(), ...Terms })),
});
type Priced = Static<typeof Priced>;

const check = Compile(Priced);

export interface MediaTerms {
  /** By model. */
  prices: ReadonlyMap<string, ModelPrice>;
  /** By engine and model, and by the model alone for work whose engine is not known. */
  costs: ReadonlyMap<string, ModelPrice>;
}

/** The configuration file wins over live upstreams of the same model. */
export function readMediaTerms(live: readonly LiveUpstream[], file: Config['file']): MediaTerms {
  const media = live.filter(({ makes }) => makes !== 'text');
  const entries = [
    ...media.map(({ name, makes, settings }) => priced(makes, { ...settings, name })),
    ...(file.image_upstreams ?? []).map((entry) => priced('image', entry)),
    ...(file.music_upstreams ?? []).map((entry) => priced('music', entry)),
    ...(file.video_upstreams ?? []).map((entry) => priced('video', entry)),
    ...(file.speech_upstreams ?? []).map((entry) => priced('speech', entry)),
    ...(file.transcription_upstreams ?? []).map((entry) => priced('transcription', entry)),
  ].flat();
  const models = entries.flatMap(({ name, models: all }) => all.map((model) => ({ upstream: name, ...model })));
  return {
    prices: new Map(
      models.flatMap(({ id, price, allow_loss }): [string, ModelPrice][] =>
        price ? [[id, allow_loss ? { ...price, allow_loss } : price]] : [],
      ),
    ),
    costs: new Map(
      models.flatMap(({ upstream, id, cost }): [string, ModelPrice][] =>
        cost
          ? [
              [`${upstream}\n${id}`, cost],
              [`\n${id}`, cost],
            ]
          : [],
      ),
    ),
  };
}

/** An entry that this version cannot read has no terms, as it has no engine. All music upstreams make the songs of one model. */
function priced(makes: string, entry: Record<string, unknown>): Priced[] {
  const whole = makes === 'music' ? { ...entry, models: [{ ...entry, id: COMPOSER_MODEL }] } : entry;
  return check.Check(whole) ? [whole] : [];
}
