// Escapes a customer's text for XML, and drops characters that XML does not allow.
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const ALLOWED = /[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export function escapeXml(text: string): string {
  return Array.from(text, (letter) => (ALLOWED.test(letter) ? (ENTITIES[letter] ?? letter) : '')).join('');
}
