// What the server wrote into the page: the service's name, and the nonce that lets the primitives add style.
export const serviceName = content('service-name');
export const styleNonce = content('style-nonce');

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
