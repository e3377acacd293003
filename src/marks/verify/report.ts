// What a check of a file finds: what the file says of itself, and what of that is proven.
import type { ReadMark } from './read-mark.ts';

export interface Failure {
  /** A code of C2PA, such as assertion.dataHash.mismatch. */
  code: string;
}

export interface SignerFound {
  commonName: string | null;
  organization: string | null;
  issuer: string | null;
  serialNumber: string | null;
  validFrom: string | null;
  validUntil: string | null;
  /** The signature is good, and made with a key of this service. */
  isThisService: boolean;
  /** Whether an authority of the operator's trust list issued it; null without a list, or where the signature is not good. */
  isListed: boolean | null;
}

export interface ActionFound {
  action: string;
  sourceType: string | null;
  agent: string | null;
  when: string | null;
}

/** As the signer says: credentials of sources are not checked by themselves. */
export interface IngredientFound {
  /** 1: what the file was made of; 2: what that was made of. */
  depth: number;
  title: string | null;
  format: string | null;
  relationship: string | null;
  generator: string | null;
  signedBy: string | null;
}

export interface CredentialsFound {
  status: 'valid' | 'invalid' | 'absent' | 'unreadable';
  /** They are at another address, which the file names and nobody fetches. */
  isElsewhere: boolean;
  /** The bytes are those that were signed. */
  isUnchanged: boolean;
  failures: Failure[];
  signer: SignerFound | null;
  generator: string | null;
  /** Our own statement in credentials, whoever wrote it. */
  made: { model: string | null; call: string | null } | null;
  actions: ActionFound[];
  ingredients: IngredientFound[];
  /** There are more ingredients, or deeper ones. */
  isCut: boolean;
}

export interface FileFound {
  /** Undefined if it is none of the formats that are known here. */
  format: string | undefined;
  mark: ReadMark | undefined;
  credentials: CredentialsFound;
}

export const NO_CREDENTIALS: CredentialsFound = {
  status: 'absent',
  isElsewhere: false,
  isUnchanged: false,
  failures: [],
  signer: null,
  generator: null,
  made: null,
  actions: [],
  ingredients: [],
  isCut: false,
};
