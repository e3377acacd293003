// The address of a made file as this page may load it.
/** Files of the service are taken from the page's own origin, under whatever name it was opened. */
export function ownFile(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return pathname.startsWith('/files/') || pathname.startsWith('/preview/') ? `${pathname}${search}` : address;
}

/** Small, for lists: a width that the service has. */
export function smallFile(address: string, width: 160 | 320 | 480 | 960): string {
  const { pathname } = new URL(address, location.href);
  return pathname.startsWith('/files/') ? `${pathname}?width=${width}` : address;
}
