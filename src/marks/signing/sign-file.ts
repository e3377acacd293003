// Signs a made file with content credentials (C2PA): what made it, and which file it was made of.
import type { Mark } from '../xmp.ts';
import { SOURCE_TYPES } from '../xmp.ts';
import { librarySettings, openLibrary } from './c2pa.ts';
import { openSigner } from './cose.ts';
import { isReadable } from './count-parts.ts';
import type { Credential } from './media-keys.ts';
import { typeOfMedia } from './media-type.ts';

/** The formats that the library signs, of those that are made here. */
const SIGNED = ['image/png', 'image/jpeg', 'image/webp', 'audio/mpeg', 'audio/wav', 'audio/flac', 'video/mp4'];
/** The library holds a file twice. Larger ones are neither signed nor read into memory. */
export const MAX_SIGNED_BYTES = 256 * 1024 * 1024;
const SOURCE_ID = 'source';

type Builder = ReturnType<ReturnType<typeof openLibrary>['WasmBuilder']['fromJson']>;

export interface SignOrder {
  contentType: string;
  mark: Mark;
  credential: Credential;
  /** The file of which this one is a new version. */
  parent?: Buffer | undefined;
  /** A file that a model looked at. */
  input?: Buffer | undefined;
  /** The parent or the input is named without the credentials that it has. */
  onlyNamesSource?: boolean;
}

/** Content credentials stand in a box of this name, whatever the format. */
export function isSigned(file: Buffer): boolean {
  return file.includes('jumdc2pa');
}

/** The file itself if its format has no place for credentials. It throws where the library could not read the file, or its source, in a moment. */
export async function signFile(file: Buffer, order: SignOrder): Promise<Buffer> {
  const { contentType, credential } = order;
  if (!SIGNED.includes(contentType) || file.length > MAX_SIGNED_BYTES) return file;
  if (!isReadable(file, contentType)) throw new Error('the file has too many parts to be signed');
  const { WasmBuilder, blobOf } = openLibrary();
  const builder = WasmBuilder.fromJson(JSON.stringify(claimOf(order)), librarySettings());
  try {
    await addSource(builder, order);
    const { alg, reserveSize, sign } = openSigner(credential);
    return Buffer.from(await builder.sign({ alg, reserveSize, sign }, [], contentType, blobOf(file)));
  } finally {
    builder.free();
  }
}

/** Only a source with credentials is read: strangers send most of the others, and the library finds nothing in them. */
async function addSource(builder: Builder, { parent, input, contentType, onlyNamesSource }: SignOrder): Promise<void> {
  const source = parent ?? input;
  if (!source) return;
  const format = typeOfMedia(source) ?? contentType;
  const ingredient = { title: SOURCE_ID, label: SOURCE_ID, relationship: parent ? 'parentOf' : 'inputTo', format };
  if (onlyNamesSource || !isSigned(source)) return builder.addIngredient(JSON.stringify(ingredient));
  if (!isReadable(source, format)) throw new Error('the source has too many parts to be read');
  await builder.addIngredientFromBlob(JSON.stringify(ingredient), format, openLibrary().blobOf(source));
}

function claimOf({ contentType, mark, parent, input }: SignOrder): object {
  const [name = '', version = ''] = mark.generator.split(/\/(?=[^/]*$)/);
  const { model, call, prompt } = mark;
  return {
    claim_generator_info: [{ name, version }],
    format: contentType,
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: { actions: actionsOf(mark, { isNewVersion: parent !== undefined, hasInput: input !== undefined }) },
      },
      { label: 'org.atelier.made', data: { model, call, ...(prompt ? { prompt } : {}) } },
    ],
  };
}

function actionsOf(mark: Mark, { isNewVersion, hasInput }: { isNewVersion: boolean; hasInput: boolean }): object[] {
  const done = {
    digitalSourceType: `${SOURCE_TYPES}${mark.source}`,
    softwareAgent: { name: mark.model },
    when: mark.time.toISOString(),
  };
  const named = { parameters: { ingredientIds: [SOURCE_ID] } };
  if (!isNewVersion) return [{ action: 'c2pa.created', ...done, ...(hasInput ? named : {}) }];
  return [
    { action: 'c2pa.opened', ...named },
    { action: 'c2pa.edited', ...done },
  ];
}
