const UNRESERVED = /[A-Za-z0-9\-._~]/;
const UNRESERVED_ONLY = /^[A-Za-z0-9\-._~]*$/;
/** Nothing of it to encode, as in nearly every path. */
const PATH = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;

/** Everything but RFC 3986's unreserved characters, as UTF-8 octets. The text must be well-formed. */
export function percentEncode(text: string): string {
  if (UNRESERVED_ONLY.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, percentByte);
}

/**
 * RFC 6570's reserved expansion: reserved characters and percent-encoded triples pass. Those that a query string or a
 * form cannot hold (`# [ ] & = +`, and `'`, which URL parsers rewrite) and the delimiter in use do not.
 */
export function percentEncodeReserved(text: string, delimiter: string): string {
  return encodeExcept(text, (character) => ':/?@!$()*,;'.includes(character) && character !== delimiter);
}

/** A piece of a path in which `/` and its like are meant: characters that no path can hold are encoded. */
export function percentEncodePath(text: string): string {
  if (PATH.test(text)) return text;
  return encodeExcept(text, (character) => "!$&'()*+,;=:@/".includes(character));
}

/** The same text in an `application/x-www-form-urlencoded` body, where a space is `+`. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

/** Half of a surrogate pair stands for no character and has no octets. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

function encodeExcept(text: string, passes: (character: string) => boolean): string {
  return text.replace(/%[0-9a-f]{2}|./gisu, (piece) => {
    const isTriple = piece.length === 3 && piece.startsWith('%');
    return isTriple || UNRESERVED.test(piece) || passes(piece) ? piece : percentEncode(piece);
  });
}

function percentByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
