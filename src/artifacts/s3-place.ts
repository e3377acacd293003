// Parses S3_URL: the server, the bucket, the prefix and the keys.

export interface S3Place {
  /** Ends with a slash; an object's URL is this URL plus its key. */
  bucketUrl: URL;
  /** Prepended to every key; empty or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The region name that servers without regions use. */
export const DEFAULT_REGION = 'us-east-1';
const SHAPE = 'https://KEY:SECRET@host/bucket[/prefix][?region=eu-central-1][&style=host]';

/** Keys that are not in the URL are read by name, so that they can come from files (S3_SECRET_ACCESS_KEY_FILE). */
export function readS3Url(text: string, secretByName: (name: string) => string | undefined): S3Place {
  if (!URL.canParse(text)) throw new Error(`S3_URL must look like ${SHAPE}.`);
  const url = new URL(text);
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (!/^https?:$/.test(url.protocol) || !bucket) throw new Error(`S3_URL must look like ${SHAPE}.`);
  const accessKeyId = decodeURIComponent(url.username) || secretByName('S3_ACCESS_KEY_ID');
  const secretAccessKey = decodeURIComponent(url.password) || secretByName('S3_SECRET_ACCESS_KEY');
  if (!accessKeyId || !secretAccessKey)
    throw new Error('S3_URL needs keys: put them into the URL, or set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const isHostStyle = url.searchParams.get('style') === 'host';
  return {
    bucketUrl: new URL(
      isHostStyle ? `${url.protocol}//${bucket}.${url.host}/` : `${url.protocol}//${url.host}/${bucket}/`,
    ),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    accessKeyId,
    secretAccessKey,
  };
}
