import { type Document, parseDocument } from 'yaml';

/** A line at the margin that begins something: no item of a list, and no end of a list or map. */
const begins = /^[^\s#\-\]}].*$/gm;

/**
 * Parses some keys of a text's map, each at its place: the rest is blank. An entry may have a schema of thousands of
 * lines, which would take longer to parse than a key press.
 */
export function parseKeys(text: string, keys: readonly string[]): Document {
  const blanked = blankedBut(text, keys);
  return parseDocument(blanked ?? text);
}

/** Undefined where keys are not parts of their own: in JSON, with names of other parts, and in several documents. */
function blankedBut(text: string, keys: readonly string[]): string | undefined {
  if (/^(?:[{[%]|---|\.\.\.)/m.test(text)) return undefined;
  const starts = [...text.matchAll(begins)];
  let blanked = '';
  let end = 0;
  for (const [index, { index: start, 0: line }] of starts.entries()) {
    const next = starts[index + 1]?.index ?? text.length;
    const name = /^(["']?)([\w-]+)\1\s*:(?:\s|$)/.exec(line)?.[2];
    if (name === undefined || !keys.includes(name)) continue;
    const part = text.slice(start, next);
    if (/[&*]\w/.test(part)) return undefined;
    blanked += blank(start - end) + part;
    end = next;
  }
  return blanked === '' ? undefined : blanked + blank(text.length - end);
}

/** As long, and a line of its own. */
function blank(length: number): string {
  return length === 0 ? '' : `${' '.repeat(length - 1)}\n`;
}
