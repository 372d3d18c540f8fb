const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

const longestAddress = 2_000;

/** Whether a client may be sent back there: over HTTPS, or to a program on the person's own machine. */
export function isRedirectAddress(text: string): boolean {
  if (text.length > longestAddress || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (hash !== '' || text.endsWith('#') || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

/** Whether an address is one of those of a client. A program on the person's machine has another port each time (RFC 8252). */
export function fitsRedirect(given: string, known: readonly string[]): boolean {
  if (!isRedirectAddress(given)) return false;
  return known.some(
    (one) => isRedirectAddress(one) && (one === given || withoutPort(one) === withoutPort(given)),
  );
}

/** The address without the port of a loopback address; all others keep theirs. */
function withoutPort(text: string): string {
  const address = new URL(text);
  if (address.protocol !== 'http:') return text;
  address.port = '';
  return address.href;
}
