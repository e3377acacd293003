// Schemas of image requests and responses: our own fields, and OpenAI's shapes beside them.
import Type, { type Static } from 'typebox';
import { EditOptions } from './edit-options.ts';

export const MAX_SIDE = 2048;

const Model = Type.Optional(Type.String({ maxLength: 256, description: 'A model of GET /image/models' }));
const Format = Type.Optional(
  Type.Enum(['png', 'webp', 'jpeg'], { description: 'The format of the image; default: png' }),
);
const GeneratedFormat = Type.Optional(
  Type.Enum(['png', 'webp', 'jpeg', 'svg'], {
    description:
      'The format of the image; default: png. svg is for graphics only (logo, poster, cover, banner, card, icon, sticker, pattern, blueprint), and a scene is refused',
  }),
);
const Seed = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'The same seed gives the same image' }),
);
const Side = Type.Optional(Type.Integer({ minimum: 64, maximum: MAX_SIDE, description: 'Pixels' }));
const Prompt = Type.String({ minLength: 1, maxLength: 4000, description: 'What the image shows, in words' });
/** Optional in the schema because a multipart request carries it as a file. */
const Image = Type.Optional(
  Type.String({
    maxLength: 28 * 1024 * 1024,
    description: 'A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB',
  }),
);

export const GenerateBody = Type.Object({
  prompt: Prompt,
  model: Model,
  width: Side,
  height: Side,
  steps: Type.Optional(
    Type.Integer({ description: 'Generation steps, where the model has them', minimum: 1, maximum: 150 }),
  ),
  size: Type.Optional(
    Type.Enum(['512x512', '1024x1024', '1536x1024'], {
      description: 'Instead of width and height; default: 1024x1024',
    }),
  ),
  style: Type.Optional(
    Type.Enum(['realistic', 'artistic', 'anime', '3d'], { title: 'Style', description: 'The look' }),
  ),
  count: Type.Optional(Type.Integer({ description: 'How many images; each is charged', minimum: 1, maximum: 4 })),
  seed: Seed,
  negative_prompt: Type.Optional(Type.String({ description: 'What the image must not show', maxLength: 4000 })),
  format: GeneratedFormat,
  background: Type.Optional(Type.String({ maxLength: 100, description: 'What is behind the subject' })),
});
export type GenerateBody = Static<typeof GenerateBody>;

export const EditBody = Type.Object(
  {
    image: Image,
    mask: Image,
    prompt: Type.Optional(Prompt),
    operation: Type.Optional(
      Type.Enum(
        ['inpaint', 'remove-background', 'replace-background', 'style', 'enhance', 'outpaint', 'crop', 'adjust'],
        { description: 'What to do; default: what the prompt asks for' },
      ),
    ),
    model: Model,
    format: Format,
    seed: Seed,
    ...EditOptions.properties,
  },
  {
    description:
      'Each operation has fields of its own; their descriptions begin with its name, and those of another operation are refused',
  },
);
export type EditBody = Static<typeof EditBody>;

export const UpscaleBody = Type.Object({
  image: Image,
  scale: Type.Optional(
    Type.Union([Type.Literal(2), Type.Literal(4)], { description: 'How many times larger; default: 2' }),
  ),
  model: Model,
  format: Format,
});
export type UpscaleBody = Static<typeof UpscaleBody>;

export type VariationBody = Pick<UpscaleBody, 'image' | 'model' | 'format'>;

export const ImageReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('image'),
    created: Type.Integer(),
    image_url: Type.String(),
    images: Type.Array(
      Type.Object(
        {
          url: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
          seed: Type.Union([Type.Integer(), Type.Null()]),
          format: Type.String(),
        },
        { title: 'MadeImage' },
      ),
    ),
    model: Type.String(),
    warnings: Type.Array(Type.String()),
    usage: Type.Object({ images: Type.Integer(), credits: Type.Optional(Type.Number()) }),
  },
  { title: 'ImageAnswer' },
);
export type ImageReply = Static<typeof ImageReply>;

const OpenAiCommon = {
  model: Model,
  n: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Null()], { description: 'How many images' }),
  ),
  size: Type.Optional(
    Type.Union([Type.String({ pattern: '^(auto|\\d{2,4}x\\d{2,4})$' }), Type.Null()], {
      description: 'Width and height in pixels, such as 1024x1024, or auto',
    }),
  ),
  response_format: Type.Optional(
    Type.Union([Type.Literal('url'), Type.Literal('b64_json'), Type.Null()], {
      title: 'ImageResponseFormat',
      description: 'Whether the answer holds a URL (default) or the image itself',
    }),
  ),
  output_format: Format,
  stream: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], { description: 'Only false: images are returned complete' }),
  ),
  background: Type.Optional(
    Type.Union([Type.Enum(['auto', 'opaque', 'transparent']), Type.Null()], { description: 'Not transparent' }),
  ),
  output_compression: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], { description: 'Only 100' }),
  ),
  partial_images: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.Null()], { description: 'Only 0' }),
  ),
  quality: Type.Optional(Type.Unknown({ description: 'Accepted without effect: there is one quality' })),
};

export const OpenAiGenerateBody = Type.Object({
  ...OpenAiCommon,
  prompt: Prompt,
  style: Type.Optional(Type.Unknown({ description: 'Accepted without effect' })),
});
export type OpenAiGenerateBody = Static<typeof OpenAiGenerateBody>;

export const OpenAiEditBody = Type.Object({ ...OpenAiCommon, prompt: Prompt, image: Image, mask: Image });
export type OpenAiEditBody = Static<typeof OpenAiEditBody>;

export const OpenAiVariationBody = Type.Object({
  ...OpenAiCommon,
  image: Image,
  user: Type.Optional(Type.Unknown({ description: 'Accepted without effect' })),
});
export type OpenAiVariationBody = Static<typeof OpenAiVariationBody>;

export const OpenAiReply = Type.Object(
  {
    created: Type.Integer(),
    data: Type.Array(Type.Object({ url: Type.Optional(Type.String()), b64_json: Type.Optional(Type.String()) })),
    usage: Type.Object({
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer({ description: 'One for every 32 × 32 pixels of the images' }),
      total_tokens: Type.Integer(),
      input_tokens_details: Type.Object({ text_tokens: Type.Integer(), image_tokens: Type.Integer() }),
      images: Type.Integer(),
      credits: Type.Optional(Type.Number()),
    }),
  },
  { title: 'OpenAiImages' },
);
export type OpenAiReply = Static<typeof OpenAiReply>;

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        { id: Type.String(), object: Type.Literal('model'), ready: Type.Boolean() },
        { description: 'A model as GET /models/{id} shows it' },
      ),
    ),
  },
  { title: 'ImageModelList' },
);
