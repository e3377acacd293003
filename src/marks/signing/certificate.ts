// Makes the certificate of an installation: a signer's, issued by an authority whose key is forgotten at once.
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Content credentials need a purpose, and this is the one that every reader accepts. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
/** Without a time stamp of a third party, a signature is valid as long as its certificate. */
const VALID_YEARS = 20;
const CLOCK_SKEW_MS = 3_600_000;
const MAX_NAME = 60;

export interface MadeCertificate {
  certificate: string;
  issuer: string;
  /** PKCS #8, as PEM. */
  privateKey: string;
}

export async function makeCertificate(serviceName: string): Promise<MadeCertificate> {
  x509.cryptoProvider.set(webcrypto);
  const [authority, signer] = await Promise.all([makeKeys(), makeKeys()]);
  const name = serviceName.slice(0, MAX_NAME);
  const now = Date.now();
  const common = {
    notBefore: new Date(now - CLOCK_SKEW_MS),
    notAfter: new Date(new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + VALID_YEARS)),
    signingAlgorithm: KEYS,
  };
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    serialNumber: newSerial(),
    name: [{ O: [name] }, { CN: [`${name} content credentials`] }],
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: newSerial(),
    subject: [{ O: [name] }, { CN: [name] }],
    issuer: issuer.subjectName,
    signingKey: authority.privateKey,
    publicKey: signer.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await x509.SubjectKeyIdentifierExtension.create(signer.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', signer.privateKey)).toString('base64');
  return {
    certificate: certificate.toString('pem'),
    issuer: issuer.toString('pem'),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
  };
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

/** Positive, and never seen before. */
function newSerial(): string {
  return `1${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`.padStart(32, '0');
}
