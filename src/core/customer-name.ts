// One spelling for the name of an end customer, in whichever field or header it comes: a look-alike would have caps of its own.

/** Empty if nothing can be seen of it. */
export function customerName(given: string): string {
  return given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim();
}
