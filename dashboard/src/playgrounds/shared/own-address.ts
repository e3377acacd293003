// The URL from which this page may load a generated file.
/** Files of the service are loaded from the page's own origin, whatever name it was opened under. */
export function ownAddress(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return pathname.startsWith('/files/') ? `${pathname}${search}` : address;
}

export function downloadAddress(address: string): string {
  return `${ownAddress(address)}?download`;
}
