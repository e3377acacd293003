// Whether a URL names the machine of whoever wrote it: no service elsewhere can reach that.

export function isLoopbackHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    /(?:^|\.)localhost$/.test(hostname) || /^127\./.test(hostname) || hostname === '[::1]' || hostname === '0.0.0.0'
  );
}
