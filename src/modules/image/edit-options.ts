// The fields that only some operations of POST /image/edit have.
import Type, { type Static } from 'typebox';
import { ServiceError } from '../../core/errors.ts';

const Scale = (description: string) => Type.Optional(Type.Number({ minimum: -1, maximum: 1, description }));
const Pixels = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description }));

const LONGEST_SIDE = 8_192;
const MAX_ADDED = 2_048;

/** Operation → its fields. */
const FIELDS = {
  adjust: {
    brightness: Scale('adjust: darker below 0, brighter above'),
    contrast: Scale('adjust: flatter below 0, stronger above'),
    saturation: Scale('adjust: greyer below 0, more colourful above'),
    warmth: Scale('adjust: bluer below 0, more orange above'),
    sharpness: Scale('adjust: softer below 0, sharper above'),
    blur: Scale('adjust: how blurred'),
    hue: Type.Optional(
      Type.Number({ minimum: -360, maximum: 360, description: 'adjust: turns the colours by these degrees' }),
    ),
    grayscale: Type.Optional(Type.Boolean({ description: 'adjust: without colours' })),
    invert: Type.Optional(Type.Boolean({ description: 'adjust: as a negative' })),
    rotate: Type.Optional(
      Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        description: 'adjust: degrees, clockwise',
      }),
    ),
    flip: Type.Optional(Type.Enum(['horizontal', 'vertical'], { description: 'adjust: mirrors the image' })),
  },
  crop: {
    x: Pixels(LONGEST_SIDE, 'crop: the left edge; default 0'),
    y: Pixels(LONGEST_SIDE, 'crop: the upper edge; default 0'),
    width: Pixels(LONGEST_SIDE, 'crop: the width to keep'),
    height: Pixels(LONGEST_SIDE, 'crop: the height to keep'),
    aspect_ratio: Type.Optional(
      Type.String({ maxLength: 20, description: 'crop: such as 16:9, around the middle, instead of a box' }),
    ),
  },
  style: {
    style: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'style: oil (artistic), cartoon (anime), watercolor, sketch, pixel, poster or vintage',
      }),
    ),
  },
  enhance: {
    denoise: Type.Optional(Type.Boolean({ description: 'enhance: whether noise is removed' })),
  },
  'replace-background': {
    background: Type.Optional(
      Type.String({ maxLength: 100, description: 'replace-background: a colour such as white or #aaccee, or blur' }),
    ),
  },
  outpaint: {
    left: Pixels(MAX_ADDED, 'outpaint: pixels to add on the left'),
    right: Pixels(MAX_ADDED, 'outpaint: pixels to add on the right'),
    top: Pixels(MAX_ADDED, 'outpaint: pixels to add above'),
    bottom: Pixels(MAX_ADDED, 'outpaint: pixels to add below'),
  },
};

/** For any operation, for models that repaint the image. */
const PAINTING_FIELDS = {
  strength: Type.Optional(
    Type.Number({
      minimum: 0.05,
      maximum: 1,
      description: 'Diffusion models: how much may change, 1 keeps nothing of the image; default 0.6, with a mask 0.9',
    }),
  ),
  negative_prompt: Type.Optional(
    Type.String({ maxLength: 4000, description: 'Diffusion models: what the image must not show' }),
  ),
};

export const EditOptions = Type.Object({
  ...FIELDS.adjust,
  ...FIELDS.crop,
  ...FIELDS.style,
  ...FIELDS.enhance,
  ...FIELDS['replace-background'],
  ...FIELDS.outpaint,
  ...PAINTING_FIELDS,
});
type EditOptions = Static<typeof EditOptions>;

const NAMES = Object.keys(EditOptions.properties) as (keyof EditOptions)[];

/** Only documented fields reach an engine. */
export function optionsOf(body: EditOptions): EditOptions {
  return Object.fromEntries(NAMES.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
}

/** A field that the chosen operation or model does not have would be ignored, so it is refused. */
export function refuseOtherFields(
  options: object,
  { operation, paints }: { operation: string; paints: boolean },
): void {
  for (const name of Object.keys(options)) {
    if (name in PAINTING_FIELDS) {
      if (!paints) throw refusal(name, 'is for diffusion models, and the model that does this edit is none');
      continue;
    }
    const owner = Object.entries(FIELDS).find(([, fields]) => name in fields)?.[0] ?? '';
    if (owner !== operation)
      throw refusal(name, `is a field of the operation "${owner}", and this edit is "${operation}"`);
  }
}

function refusal(name: string, why: string): ServiceError {
  return new ServiceError('invalid_parameter', `"${name}" ${why}. Leave it out, or send the matching \`operation\`.`, {
    param: name,
  });
}
