// The shape of an email address that the service accepts.
const ADDRESS_SHAPE = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]+$/;
const LONGEST_ADDRESS = 254;

export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS_SHAPE.test(text);
}
