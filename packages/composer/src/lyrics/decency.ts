// Keeps offensive words out of generated lyrics. A customer's own lyrics are not filtered.
const REFUSED =
  /\b(fuck\w*|shit\w*|cunt\w*|bitch\w*|nigg\w*|fagg\w*|fags?|whor\w*|slut\w*|rape[ds]?|raping|rapist|kike\w*|spic|chink\w*|retard\w*|tranny|nazi\w*|hitler|porn\w*|dick\w*|cock(s|suck\w*)?|puss(y|ies)|bastard\w*|asshole\w*|suicid\w*|genocid\w*|terroris\w*|molest\w*|pedo\w*)\b/i;

export function isDecent(text: string): boolean {
  return !REFUSED.test(text);
}
