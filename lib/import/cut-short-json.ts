/**
 * Whether a text is the beginning of a JSON value and ends before that value does: with what is open closed, it would
 * be JSON. YAML's reader would take it, and whatever stood behind the cut would be missing in silence.
 */
export function isCutShortJson(source: string): boolean {
  if (!/^\s*\{/.test(source)) return false;
  const text = source.replace(/[\r\n]{1,4}$/, '');
  const { closers, isInText, escapeStart } = openAtEnd(text);
  if (closers === '') return false;
  const kept = isInText ? `${text.slice(0, escapeStart)}"` : withoutLastWord(text.trimEnd());
  const endings = isInText ? ['', ':null'] : ['', 'null', ':null', '"":null'];
  return endings.some((ending) => isJson(kept + ending + closers));
}

interface OpenAtEnd {
  /** What closes the brackets that are open, the innermost first. */
  closers: string;
  isInText: boolean;
  /** Where the escape begins that is not whole. */
  escapeStart?: number;
}

function openAtEnd(text: string): OpenAtEnd {
  const closers: string[] = [];
  const closed = () => closers.toReversed().join('');
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') closers.push('}');
    else if (character === '[') closers.push(']');
    else if (character === '}' || character === ']') closers.pop();
    else if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] !== '\\') continue;
        const length = text[at + 1] === 'u' ? 6 : 2;
        if (at + length > text.length) return { closers: closed(), isInText: true, escapeStart: at };
        at += length - 1;
      }
      if (at >= text.length) return { closers: closed(), isInText: true };
    }
  }
  return { closers: closed(), isInText: false };
}

/** A number or a name that may be cut in itself. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && /[\w.+-]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The parser says no by throwing.
    return false;
  }
}
