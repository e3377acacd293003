// What a check of a file found, in plain words: for the API in English, for the page in every language.
import type { InEachLanguage } from '../../core/page-language.ts';
import type { Reason } from './made-here.ts';

export interface FindingWords {
  reasons: Readonly<Record<Reason, string>>;
  /** By the beginning of a code of C2PA; the first one that fits. */
  failures: Readonly<Record<string, string>>;
  otherFailure: string;
}

const english: FindingWords = {
  reasons: {
    signed_here: 'This service made the file: its signature is valid, and nothing was changed since.',
    changed:
      'This is not the file that this service signed: it was changed since, or the signature was taken from another file.',
    signed_elsewhere:
      'Somebody else signed this file, with a key that is not of this service, whatever name it gives itself.',
    broken: 'The content credentials of this file are broken, so they prove nothing.',
    unsigned_mark:
      'The file has a mark in its metadata, but no signature. Anybody can write or remove such a mark: it proves nothing.',
    elsewhere: 'The file names content credentials at another address. They are not fetched, so nothing is known.',
    nothing_found: 'The file has neither content credentials nor a mark. That does not say who made it, or how.',
  },
  failures: {
    'assertion.dataHash.mismatch': 'The file was changed after it was signed.',
    'assertion.bmffHash.mismatch': 'The file was changed after it was signed.',
    'assertion.boxesHash': 'The file was changed after it was signed.',
    'assertion.hashedURI.mismatch': 'A statement in the credentials was changed after they were signed.',
    'assertion.missing': 'A statement that was signed is missing.',
    'assertion.': 'A statement in the credentials does not follow the rules.',
    'claimSignature.outsideValidity': 'The certificate was not valid when the file was signed.',
    'claimSignature.missing': 'The signature is missing.',
    'claimSignature.': 'The signature does not belong to what it signs.',
    'claim.': 'The statement that was signed is missing or cannot be read.',
    'signingCredential.expired': 'The certificate of the signer has expired.',
    'signingCredential.revoked': 'The certificate of the signer was revoked.',
    'signingCredential.': 'The certificate of the signer may not sign files.',
    'ingredient.': 'The credentials of a source of this file do not fit.',
    'timeStamp.': 'The time stamp is not valid.',
    'manifest.': 'The credentials do not follow the rules.',
    'algorithm.': 'The credentials use a method that is not accepted.',
  },
  otherFailure: 'A part of the credentials is not valid.',
};

const german: FindingWords = {
  reasons: {
    signed_here: 'Dieser Dienst hat die Datei erzeugt: Seine Signatur ist gültig, und seitdem wurde nichts geändert.',
    changed:
      'Das ist nicht die Datei, die dieser Dienst signiert hat: Sie wurde seitdem geändert, oder die Signatur stammt aus einer anderen Datei.',
    signed_elsewhere:
      'Jemand anderes hat diese Datei signiert, mit einem Schlüssel, der nicht zu diesem Dienst gehört, wie auch immer er sich nennt.',
    broken: 'Die Inhaltsnachweise (Content Credentials) dieser Datei sind beschädigt und beweisen deshalb nichts.',
    unsigned_mark:
      'Die Datei trägt eine Kennzeichnung in ihren Metadaten, aber keine Signatur. Jeder kann sie schreiben oder entfernen: Sie beweist nichts.',
    elsewhere:
      'Die Datei nennt Inhaltsnachweise unter einer anderen Adresse. Sie werden nicht abgerufen, deshalb ist nichts bekannt.',
    nothing_found:
      'Die Datei hat weder Inhaltsnachweise noch eine Kennzeichnung. Das sagt nicht, wer sie gemacht hat oder wie.',
  },
  failures: {
    'assertion.dataHash.mismatch': 'Die Datei wurde nach dem Signieren geändert.',
    'assertion.bmffHash.mismatch': 'Die Datei wurde nach dem Signieren geändert.',
    'assertion.boxesHash': 'Die Datei wurde nach dem Signieren geändert.',
    'assertion.hashedURI.mismatch': 'Eine Angabe in den Nachweisen wurde nach dem Signieren geändert.',
    'assertion.missing': 'Eine signierte Angabe fehlt.',
    'assertion.': 'Eine Angabe in den Nachweisen entspricht nicht den Regeln.',
    'claimSignature.outsideValidity': 'Das Zertifikat war beim Signieren nicht gültig.',
    'claimSignature.missing': 'Die Signatur fehlt.',
    'claimSignature.': 'Die Signatur gehört nicht zu dem, was sie signiert.',
    'claim.': 'Die signierte Aussage fehlt oder ist nicht lesbar.',
    'signingCredential.expired': 'Das Zertifikat des Unterzeichners ist abgelaufen.',
    'signingCredential.revoked': 'Das Zertifikat des Unterzeichners wurde widerrufen.',
    'signingCredential.': 'Das Zertifikat des Unterzeichners darf keine Dateien signieren.',
    'ingredient.': 'Die Nachweise einer Quelle dieser Datei passen nicht.',
    'timeStamp.': 'Der Zeitstempel ist nicht gültig.',
    'manifest.': 'Die Nachweise entsprechen nicht den Regeln.',
    'algorithm.': 'Die Nachweise verwenden ein Verfahren, das nicht zugelassen ist.',
  },
  otherFailure: 'Ein Teil der Nachweise ist nicht gültig.',
};

export const FINDING_WORDS: InEachLanguage<FindingWords> = { en: english, de: german };

export function sayFailure(code: string, { failures, otherFailure }: FindingWords): string {
  const found = Object.entries(failures).find(([beginning]) => code.startsWith(beginning));
  return found?.[1] ?? otherFailure;
}
