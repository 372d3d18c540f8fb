const literals = /[^\0-\x20"'<>%\\^`{|}]+|%[0-9a-f]{2}/iy;
const variablePattern = '(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\\*)?';
const expression = new RegExp(`\\{[+#./;?&=,!@|]?${variablePattern}(?:,${variablePattern})*\\}`, 'iy');

/** RFC 6570, in a single pass. */
export function isUriTemplate(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const part = text[at] === '{' ? expression : literals;
    part.lastIndex = at;
    if (!part.test(text)) return false;
    at = part.lastIndex;
  }
  return true;
}
