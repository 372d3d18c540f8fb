import { z } from 'zod';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

const longestAddress = 2_000;

/** Schemes that a browser runs, shows or opens files with. All others belong to the program that registered them. */
const foreignSchemes = new Set(
  `about android-app blob chrome cid data edge feed file filesystem ftp ftps gopher hcp help http imap intent itms-services
   its jar javascript ldap ldaps livescript mailto mhtml mid mk mms mocha news nfs nntp opera pcast res resource rdp rtsp
   search search-ms sftp shell sip sips smb sms ssh tel telnet tn3270 vbscript view-source vnc webcal ws wscript wss
   wyciwyg`
    .split(/\s+/)
    .map((scheme) => `${scheme}:`),
);

/** Programs of Microsoft have schemes that run commands, and extensions of browsers have pages of their own. */
const foreignFamilies = /^(?:ms-|microsoft-)|-extension:$/;

/** Whether a client may be sent back there: over HTTPS, or to a program on the person's own machine (RFC 8252). */
export function isRedirectAddress(text: string): boolean {
  if (text.length > longestAddress || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash, href } = new URL(text);
  if (hash !== '' || text.endsWith('#') || username !== '' || password !== '') return false;
  if (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))) return true;
  return !foreignSchemes.has(protocol) && !foreignFamilies.test(protocol) && href.startsWith(`${protocol}/`);
}

/** The addresses of a client that can be used, of those that it names. */
export function redirectAddresses(most: number) {
  return z
    .array(z.string())
    .max(most, `Name at most ${most} addresses.`)
    .transform((addresses) => addresses.filter(isRedirectAddress))
    .refine(
      (addresses) => addresses.length > 0,
      'Name at least one address: with https, with http on loopback, or with the scheme of a program.',
    );
}

/** Where an address leads, as a person reads it. */
export function placeOfRedirect(text: string): string {
  const { protocol, host } = new URL(text);
  if (protocol === 'https:' || protocol === 'http:') return host;
  return host === '' ? protocol : `${protocol}//${host}`;
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
