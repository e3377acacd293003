// The address of a made file as this page may load it.
/** Files of the service are taken from the page's own origin, under whatever name it was opened. */
export function ownAddress(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return pathname.startsWith('/files/') ? `${pathname}${search}` : address;
}

export function downloadAddress(address: string): string {
  return `${ownAddress(address)}?download`;
}
