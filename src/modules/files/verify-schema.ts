// Schemas of the check of a file: what it says of itself, what of that is proven, and whether it was made here.
import Type, { type Static } from 'typebox';
import { MADE_HERE, REASONS } from './made-here.ts';

/** A file of 20 MB as data, which is the longest thing that this field can be. */
const MAX_NAME = 28 * 1024 * 1024;

const Text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const VerifyBody = Type.Object({
  file: Type.Optional(
    Type.String({
      maxLength: MAX_NAME,
      description:
        'The file, unless it is uploaded: the id or the /files/ URL of a file of your account, a data URI, or an https URL',
    }),
  ),
});
export type VerifyBody = Static<typeof VerifyBody>;

const Mark = Type.Object(
  {
    digital_source_type: Type.String({ description: "A term of IPTC's vocabulary" }),
    model: Text('The model that it names'),
    call: Text('The request or the job that it names'),
    generator: Text('The program that it names'),
    time: Text('When it says that the file was made'),
  },
  { title: 'FileMark' },
);

const Signer = Type.Object(
  {
    name: Text('The common name of the certificate'),
    organization: Text('The organization of the certificate'),
    issuer: Text('The authority that issued it'),
    serial_number: Text('The serial number of the certificate, in hexadecimal'),
    valid_from: Text('The beginning of its validity'),
    valid_until: Text('The end of its validity'),
    this_service: Type.Boolean({
      description: 'Whether the signature was made with a key of this service, present or earlier',
    }),
    trust_list: Type.Enum(['listed', 'unlisted', 'unknown'], {
      description:
        "Whether an authority of the operator's trust list issued it; `unknown` without such a list, and for this service's own",
    }),
  },
  { title: 'FileSigner' },
);

const Action = Type.Object(
  {
    action: Type.String({ description: 'A term of C2PA, such as c2pa.created' }),
    digital_source_type: Text("A term of IPTC's vocabulary"),
    agent: Text('What did it, such as a model'),
    when: Text('When it says that this was done'),
  },
  { title: 'FileAction' },
);

const Ingredient = Type.Object(
  {
    depth: Type.Integer({ description: '1: what the file was made of; 2: what that was made of' }),
    title: Text('The name of the source'),
    format: Text('The media type of the source'),
    relationship: Text('`parentOf`, `inputTo` or `componentOf`'),
    generator: Text('The program that made the source'),
    signed_by: Text('The name in the certificate of the source'),
  },
  { title: 'FileIngredient' },
);

const Credentials = Type.Object(
  {
    status: Type.Enum(['valid', 'invalid', 'absent', 'unreadable'], {
      description: 'Whether signature, statements and bytes belong together',
    }),
    elsewhere: Type.Boolean({
      description: 'Whether the file only names credentials at another address. They are not fetched',
    }),
    failures: Type.Array(
      Type.Object({
        code: Type.String({ description: 'A code of C2PA' }),
        message: Type.String({ description: 'The same in plain words' }),
      }),
      { description: 'At most 20' },
    ),
    signer: Type.Union([Signer, Type.Null()], { description: 'Who signed' }),
    generator: Text('The program that the signer names. Anybody can write any name'),
    made: Type.Union([Type.Object({ model: Text('The model'), call: Text('The request or the job') }), Type.Null()], {
      description: 'What the credentials say as those of this software do',
    }),
    actions: Type.Array(Action, { description: 'What was done, at most 20' }),
    ingredients: Type.Array(Ingredient, {
      description: 'What it was made of, as the signer says: at most 50, and 8 deep',
    }),
    ingredients_cut: Type.Boolean({ description: 'Whether there are more' }),
  },
  { title: 'FileCredentials' },
);

export const VerifyReply = Type.Object(
  {
    object: Type.Literal('verification'),
    format: Text('The media type, by its first bytes'),
    bytes: Type.Integer({ description: 'The size of the file' }),
    made_here: Type.Enum([...MADE_HERE], {
      description:
        '`yes` only for a valid signature of this service over unchanged bytes. `no`: somebody else signed it, or it was changed since it was signed here',
    }),
    reason: Type.Enum([...REASONS], { description: 'Why, as one word' }),
    message: Type.String({ description: 'Why, in plain words' }),
    mark: Type.Union([Mark, Type.Null()], { description: 'The mark in its metadata, which proves nothing' }),
    credentials: Credentials,
  },
  { title: 'Verification' },
);
export type VerifyReply = Static<typeof VerifyReply>;
