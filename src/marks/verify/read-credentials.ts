// Reads and checks the content credentials of a file with the official library; everything a stranger can make long is cut.
import { librarySettings, openLibrary, type Trusted } from '../signing/c2pa.ts';
import { SOURCE_TYPES } from '../xmp.ts';
import { cleanText } from './read-mark.ts';
import {
  type ActionFound,
  type CredentialsFound,
  type Failure,
  type IngredientFound,
  NO_CREDENTIALS,
  type SignerFound,
} from './report.ts';

/** A file of 64 MB twice, and what its credentials need. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const [MAX_FAILURES, MAX_ACTIONS, MAX_INGREDIENTS, MAX_DEPTH] = [20, 20, 50, 8];
const UNTRUSTED = 'signingCredential.untrusted';
/** Errors after which the library cannot go on: a trap, and a stack or a memory that is full. */
const BROKEN = ['RuntimeError', 'RangeError'];
/** The signature covers the bytes by one of these. */
const UNCHANGED = ['assertion.dataHash.match', 'assertion.bmffHash.match', 'assertion.boxesHash.match'];

type Fields = Readonly<Record<string, unknown>>;

export async function readCredentials(file: Buffer, format: string, trust: Trusted): Promise<CredentialsFound> {
  const { WasmReader } = openLibrary(MAX_MEMORY_BYTES);
  const read = async (trusted: Trusted) => {
    const reader = await WasmReader.fromBytes(format, file, librarySettings(trusted));
    try {
      return { store: fieldsOf(JSON.parse(reader.json())), checked: fieldsOf(JSON.parse(reader.crJson())) };
    } finally {
      reader.free();
    }
  };
  try {
    const { store, checked } = await read({ signers: trust.signers ?? '' });
    const found = describe(store, checked);
    if (!found.signer || found.status !== 'valid' || found.signer.isThisService || !trust.authorities) return found;
    const again = await read({ authorities: trust.authorities });
    return { ...found, signer: { ...found.signer, isListed: isTrusted(activeOf(again.store, again.checked)) } };
  } catch (error) {
    // The memory of the library is in disorder: its thread ends.
    if (error instanceof Error && BROKEN.includes(error.name)) throw error;
    return explain(String(error));
  }
}

/** The library's errors are text. */
function explain(error: string): CredentialsFound {
  if (/JumbfNotFound|UnsupportedType/.test(error)) return NO_CREDENTIALS;
  if (/RemoteManifest/.test(error)) return { ...NO_CREDENTIALS, isElsewhere: true };
  return { ...NO_CREDENTIALS, status: 'unreadable' };
}

function describe(store: Fields, checked: Fields): CredentialsFound {
  const label = String(store.active_manifest);
  const manifests = fieldsOf(store.manifests);
  const manifest = fieldsOf(manifests[label]);
  const active = activeOf(store, checked);
  const failures = listOf(store.validation_status)
    .map(({ code }): Failure => ({ code: cleanText(code) ?? 'general.error' }))
    .filter(({ code }) => code !== UNTRUSTED);
  const passed = passedBy(active);
  const isSigned = passed.includes('claimSignature.validated');
  const isValid = failures.length === 0 && isSigned && store.validation_state !== 'Invalid';
  return {
    status: isValid ? 'valid' : 'invalid',
    isElsewhere: false,
    isUnchanged: isValid && UNCHANGED.some((code) => passed.includes(code)),
    failures: failures.slice(0, MAX_FAILURES),
    signer: signerOf(active, { isThisService: isSigned && isTrusted(active) }),
    generator: generatorOf(manifest),
    made: madeOf(manifest),
    actions: actionsOf(manifest),
    ...ingredientsOf(manifests, label),
  };
}

/** The results of the check of the newest claim. */
function activeOf(store: Fields, checked: Fields): Fields {
  return listOf(checked.manifests).find(({ label }) => label === store.active_manifest) ?? {};
}

/** What of this claim itself is in order, and not of a source. */
function passedBy(manifest: Fields): unknown[] {
  return listOf(fieldsOf(manifest.validationResults).success)
    .filter(({ url }) => String(url).startsWith(`self#jumbf=/c2pa/${manifest.label}/`))
    .map(({ code }) => code);
}

function isTrusted(manifest: Fields): boolean {
  return passedBy(manifest).includes('signingCredential.trusted');
}

function signerOf(manifest: Fields, { isThisService }: Pick<SignerFound, 'isThisService'>): SignerFound | null {
  const certificate = fieldsOf(fieldsOf(manifest.signature).certificateInfo);
  const [subject, issuer, validity] = [certificate.subject, certificate.issuer, certificate.validity].map(fieldsOf);
  if (!certificate.subject) return null;
  return {
    commonName: cleanText(subject?.CN) ?? null,
    organization: cleanText(subject?.O) ?? null,
    issuer: cleanText(issuer?.CN) ?? cleanText(issuer?.O) ?? null,
    serialNumber: cleanText(certificate.serialNumber) ?? null,
    validFrom: cleanText(validity?.notBefore) ?? null,
    validUntil: cleanText(validity?.notAfter) ?? null,
    isThisService,
    isListed: null,
  };
}

/** Such as Atelier/0.2.0. */
function generatorOf(manifest: Fields): string | null {
  const [info] = listOf(manifest.claim_generator_info);
  const [name, version] = [cleanText(info?.name), cleanText(info?.version)];
  if (name) return version ? `${name}/${version}` : name;
  return cleanText(manifest.claim_generator) ?? null;
}

function assertionsOf(manifest: Fields, label: RegExp): Fields[] {
  return listOf(manifest.assertions)
    .filter((one) => label.test(String(one.label)))
    .map(({ data }) => fieldsOf(data));
}

function madeOf(manifest: Fields): CredentialsFound['made'] {
  const [made] = assertionsOf(manifest, /^org\.atelier\.made$/);
  return made ? { model: cleanText(made.model) ?? null, call: cleanText(made.call) ?? null } : null;
}

function actionsOf(manifest: Fields): ActionFound[] {
  return assertionsOf(manifest, /^c2pa\.actions(\.v2)?$/)
    .flatMap(({ actions }) => listOf(actions))
    .slice(0, MAX_ACTIONS)
    .map(({ action, digitalSourceType, softwareAgent, when }) => ({
      action: cleanText(action) ?? 'unknown',
      sourceType: cleanText(digitalSourceType)?.split(SOURCE_TYPES).at(-1) ?? null,
      agent: cleanText(softwareAgent) ?? cleanText(fieldsOf(softwareAgent).name) ?? null,
      when: cleanText(when) ?? null,
    }));
}

/** From the file backwards, each manifest once: a chain may be a circle, or a thousand steps long. */
function ingredientsOf(manifests: Fields, first: string): Pick<CredentialsFound, 'ingredients' | 'isCut'> {
  const ingredients: IngredientFound[] = [];
  const seen = new Set([first]);
  const waiting = [{ label: first, depth: 1 }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const ingredient of listOf(fieldsOf(manifests[next.label]).ingredients)) {
      if (next.depth > MAX_DEPTH || ingredients.length >= MAX_INGREDIENTS) return { ingredients, isCut: true };
      const label = String(ingredient.active_manifest ?? '');
      const manifest = fieldsOf(manifests[label]);
      const signature = fieldsOf(manifest.signature_info);
      ingredients.push({
        depth: next.depth,
        title: cleanText(ingredient.title) ?? null,
        format: cleanText(ingredient.format) ?? null,
        relationship: cleanText(ingredient.relationship) ?? null,
        generator: generatorOf(manifest),
        signedBy: cleanText(signature.common_name) ?? cleanText(signature.issuer) ?? null,
      });
      if (label === '' || seen.has(label)) continue;
      seen.add(label);
      waiting.push({ label, depth: next.depth + 1 });
    }
  }
  return { ingredients, isCut: false };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
