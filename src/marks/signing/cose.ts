// The signature of a claim: COSE_Sign1 with the certificates in its protected header, as content credentials have it (RFC 9052, 9360).
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Credential } from './media-keys.ts';

export interface ClaimSigner {
  alg: string;
  /** Every signature has exactly this length. */
  reserveSize: number;
  sign(claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

interface Algorithm {
  name: string;
  /** Its number among those of COSE. */
  id: number;
  hash: string | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
/** The label of the chain of certificates. */
const X5CHAIN = 33;
const [BYTES, TEXT, LIST, MAP, NULL, COSE_SIGN1] = [2, 3, 4, 5, 0xf6, 0xd2];

export function openSigner({ certificates, privateKey }: Credential): ClaimSigner {
  const chain = certificates.match(CERTIFICATE)?.map((pem) => new X509Certificate(pem)) ?? [];
  const [signer] = chain;
  const key = createPrivateKey(privateKey);
  if (!signer?.checkPrivateKey(key)) throw new Error('the certificate for made files does not belong to its key');
  const algorithm = algorithmOf(key);
  // Readers know the root, or they do not: it is not sent.
  const sent = chain.filter((one, index) => index === 0 || one.subject !== one.issuer).map(({ raw }) => bytes(raw));
  const header = Buffer.concat([
    head(MAP, 2),
    Buffer.concat([head(0, 1), head(1, -1 - algorithm.id)]),
    Buffer.concat([head(0, X5CHAIN), sent.length === 1 ? (sent[0] ?? Buffer.alloc(0)) : list(...sent)]),
  ]);
  const write = (claim: Uint8Array): Uint8Array<ArrayBuffer> => {
    const toSign = list(text('Signature1'), bytes(header), bytes(Buffer.alloc(0)), bytes(claim));
    const made = signBytes(toSign, key, algorithm);
    const signed = list(bytes(header), head(MAP, 0), Buffer.from([NULL]), bytes(made));
    return new Uint8Array([COSE_SIGN1, ...signed]);
  };
  return { alg: algorithm.name, reserveSize: write(Buffer.alloc(0)).length, sign: async (claim) => write(claim) };
}

function algorithmOf(key: KeyObject): Algorithm {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === 'ed25519') return { name: 'ed25519', id: -8, hash: null };
  if (curve === 'prime256v1') return { name: 'es256', id: -7, hash: 'sha256' };
  if (curve === 'secp384r1') return { name: 'es384', id: -35, hash: 'sha384' };
  throw new Error('the key for made files must be of the kind ECDSA P-256, ECDSA P-384 or Ed25519');
}

function signBytes(data: Buffer, key: KeyObject, { hash }: Algorithm): Buffer {
  return sign(hash, data, hash ? { key, dsaEncoding: 'ieee-p1363' } : key);
}

const bytes = (content: Uint8Array) => Buffer.concat([head(BYTES, content.length), content]);
const text = (content: string) => Buffer.concat([head(TEXT, content.length), Buffer.from(content)]);
const list = (...items: readonly Buffer[]) => Buffer.concat([head(LIST, items.length), ...items]);

/** CBOR: a kind and a number, in the fewest bytes. */
function head(kind: number, value: number): Buffer {
  const first = kind << 5;
  if (value < 24) return Buffer.from([first | value]);
  if (value < 0x100) return Buffer.from([first | 24, value]);
  if (value < 0x1_0000) return Buffer.from([first | 25, value >> 8, value & 0xff]);
  return Buffer.from([first | 26, value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]);
}
