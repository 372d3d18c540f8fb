import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { z } from 'zod';

const sections = z.array(z.object({ title: z.string(), text: z.string() }).strip());

/** What of an entry a form has: what callers read of a product, and how it is found. */
const formFields = z.object({
  name: z.string().default(''),
  introduction: sections.default([]),
  doc: z.string().default(''),
  type: z.string().default(''),
  provider: z.string().default(''),
  capabilities: z.array(z.string()).default([]),
  labels: z.array(z.string()).default([]),
  searchWords: z.array(z.string()).default([]),
});

export type EntryFields = z.output<typeof formFields>;
export type EntryField = keyof EntryFields;

const options = { lineWidth: 0 } as const;

/** The fields of an entry; undefined if its text cannot be read, or has something else there. */
export function entryFields(text: string): EntryFields | undefined {
  const found = readMap(text);
  if (!found) return undefined;
  const value: unknown = found.map.toJS(found.document);
  return formFields.safeParse(value).data;
}

/** The entry with another value of a field. All else stays as it was written, with its comments. */
export function withEntryField<Name extends EntryField>(
  text: string,
  name: Name,
  value: EntryFields[Name],
): string {
  const found = readMap(text);
  if (!found) return text;
  const written = stringify({ [name]: value }, options);
  const pair = pairOf(found.map, name);
  const range = pair && rangeOf(pair);
  if (found.map.flow || (pair && !range)) {
    found.document.set(name, value);
    return found.document.toString(options);
  }
  if (!range) return `${text.replace(/\n*$/, '\n')}${written}`;
  const [start, end] = range;
  const [before, old, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const line = written.trimEnd();
  if (old.endsWith('\n')) return `${before}${line}\n${after}`;
  // A comment behind a value of one line cannot stand behind one of several.
  const [rest = ''] = after.split('\n', 1);
  const isMoved = rest.trim() !== '' && line.includes('\n');
  return isMoved ? `${before}${rest.trim()}\n${line}${after.slice(rest.length)}` : before + line + after;
}

/** The field that a line is of, both as the faults of an entry have them: lines count from 1. */
export function fieldAtLine(text: string, line: number): EntryField | undefined {
  const found = readMap(text);
  const offset = text.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return formFields.keyof().options.find((name) => {
    const pair = found && pairOf(found.map, name);
    const range = pair && rangeOf(pair);
    return range !== undefined && offset >= range[0] && offset < Math.max(range[1], range[0] + 1);
  });
}

function readMap(text: string) {
  const document = parseDocument(text);
  const map = document.contents;
  return document.errors.length === 0 && isMap(map) ? { document, map } : undefined;
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** From the key to the end of the value. */
function rangeOf({ key, value }: Pair): [number, number] | undefined {
  if (!isScalar(key) || !key.range) return undefined;
  const end = rangeEnd(value) ?? key.range[1] + 1;
  return [key.range[0], end];
}

function rangeEnd(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('range' in value)) return undefined;
  const { range } = value;
  const end: unknown = Array.isArray(range) ? range[1] : undefined;
  return typeof end === 'number' ? end : undefined;
}
