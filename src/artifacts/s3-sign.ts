// Signs a request to an S3-compatible server (Signature Version 4), including its body and all headers.
import { hash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Place } from './s3-place.ts';

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

// Derived keys are valid for a day. They are cached because deriving one costs more than signing.
const derivedKeys = new Map<string, ArrayBuffer>();
const MAX_DERIVED_KEYS = 100;

/** Only tests set `datetime`, e.g. 20130524T000000Z. */
export async function signS3(
  place: Pick<S3Place, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  { method, url, headers = {}, body }: S3Request,
  datetime?: string,
): Promise<Record<string, string>> {
  if (derivedKeys.size > MAX_DERIVED_KEYS) derivedKeys.clear();
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') },
    service: 's3',
    region: place.region,
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    cache: derivedKeys,
    allHeaders: true,
    ...(datetime ? { datetime } : {}),
  });
  const signed = await signer.sign();
  return Object.fromEntries(signed.headers);
}
