// The check digits of payment cards and bank accounts.

const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 ' +
    'MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 ' +
    'TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The length of an IBAN of this country; undefined: it has none. */
export function ibanLength(country: string): number | undefined {
  return Object.hasOwn(IBAN_LENGTHS, country) ? IBAN_LENGTHS[country] : undefined;
}

/** `iban` in capital letters, without spaces. */
export function isIban(iban: string): boolean {
  let rest = 0;
  for (let at = 0; at < iban.length; at += 1) {
    // The country and its check digits are read last.
    const code = iban.charCodeAt((at + 4) % iban.length);
    const value = code <= 57 ? code - 48 : code - 55;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Whether the digits are a card's: an issuer's first digits, its length, and the check digit (Luhn). */
export function isCard(digits: string): boolean {
  if (!isIssued(digits, digits.length) || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isIssued(digits: string, length: number): boolean {
  const four = Number(digits.slice(0, 4));
  const two = Math.floor(four / 100);
  if (digits.startsWith('4')) return length === 16 || length === 19;
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16;
  if (two === 34 || two === 37) return length === 15;
  if (two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059)) return length >= 14 && length <= 19;
  if (four >= 3528 && four <= 3589) return length >= 16 && length <= 19;
  if (four === 6011 || two === 62 || two === 65 || (four >= 6440 && four <= 6499)) return length >= 16 && length <= 19;
  // Maestro, RuPay, Mir
  if (two === 50 || (two >= 56 && two <= 69)) return length >= 16 && length <= 19;
  return four >= 2200 && four <= 2204 && length >= 16 && length <= 19;
}
