// The shape of an email address that the service accepts, and the mailbox that it leads to.
const ADDRESS_SHAPE = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]+$/;
const LONGEST_ADDRESS = 254;

export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS_SHAPE.test(text);
}

/** ada+1@example.com and Ada@example.com lead to one mailbox; so do dots at Google's mail, and its other domain. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const plain = name.replace(/\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}
