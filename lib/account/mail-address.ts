export interface MailAddress {
  /** As it was written, with its domain in lower case and ASCII. */
  address: string;
  /** Equal for two spellings of one address. Mailboxes that differ only by case are rare, and are taken for one. */
  comparisonKey: string;
}

/** The limits of SMTP for an address, and for its part before the @. */
const mostLength = 254;
const mostLocalLength = 64;

/** Words of ASCII with dots between them. Quotes and other alphabets need extensions that many servers lack. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Characters that a URL would read as the end of a host, or decode. */
const notInDomain = /[\s/?#:\\@[\]%<>"]|\p{Cc}/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Parses a mail address that a person typed. Undefined if it is none. */
export function parseMailAddress(text: string): MailAddress | undefined {
  if (text.length > 2 * mostLength) return undefined;
  const [local = '', domainText = '', ...more] = text.trim().split('@');
  if (more.length > 0 || local.length > mostLocalLength || !localPart.test(local)) return undefined;
  const domain = parseDomain(domainText);
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return address.length > mostLength ? undefined : { address, comparisonKey: comparisonKeyOf(address) };
}

/** Of an address that was parsed. */
export function comparisonKeyOf(address: string): string {
  return address.toLowerCase();
}

/** The domain in lower case, and in Punycode if it has other letters than ASCII. */
function parseDomain(text: string): string | undefined {
  if (text === '' || notInDomain.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const domain = new URL(`http://${text}`).hostname;
  const labels = domain.split('.');
  // A URL reads numbers as an address.
  const isAddress = /^\d+$/.test(labels.at(-1) ?? '');
  return !isAddress && labels.every((one) => label.test(one)) ? domain : undefined;
}
