// Normalises the name of an end customer from any field or header: a look-alike name would get caps of its own.

/** Empty if no visible character remains. */
export function customerName(given: string): string {
  return given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim();
}
