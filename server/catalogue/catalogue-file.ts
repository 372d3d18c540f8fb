import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { z } from 'zod';
import { didYouMean } from '../../lib/text/names.ts';
import { isJsonObject } from '../../lib/json/json.ts';

/** An error in a file: its place, and what was expected there. */
export interface Mistake {
  file: string;
  line: number;
  column: number;
  expected: string;
}

export function mistakeText({ file, line, column, expected }: Mistake): string {
  return `${file}:${line}:${column}: ${expected}`;
}

export type Path = readonly PropertyKey[];

export const noNul = 'Expected a text without the character U+0000, which cannot be stored.';

/** Far above what a person writes, and far below what would slow an apply: each alias scans the whole file. */
const maximumAliases = 1_000;
/** Limit for the expansion of all aliases of an anchor. */
const maximumAliasCount = 100;
/** Further errors add nothing new. */
const maximumErrors = 50;

/** A YAML file that knows the line of each of its values. */
export class CatalogueFile {
  readonly mistakes: Mistake[] = [];
  /** Undefined if the file is invalid. */
  readonly value: unknown;
  readonly #name: string;
  readonly #root: Node | null;
  readonly #lines = new LineCounter();

  /** `name` is the file name in messages. */
  constructor(name: string, text: string) {
    this.#name = name;
    const document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      // "silent" would hide the error of a second document in the file.
      logLevel: 'error',
      // The library compares all pairs of keys of a map; #checkNodes is faster.
      uniqueKeys: false,
    });
    this.#root = document.contents;
    for (const error of document.errors.slice(0, maximumErrors))
      this.#addAt(error.pos[0], `Expected readable YAML: ${error.message}.`);
    if (document.errors.length > 0) return;
    this.#checkNodes();
    if (this.mistakes.length > 0) return;
    try {
      this.value = document.toJS({ maxAliasCount: maximumAliasCount });
    } catch (error) {
      this.#addAt(0, `Expected readable YAML: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  #checkNodes(): void {
    let aliases = 0;
    const operation = isMap(this.#root) ? this.#root.get('operation', true) : undefined;
    const pending: { node: unknown; isText: boolean }[] = [{ node: this.#root, isText: true }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { node } = next;
      const isText = next.isText && (node === null || node !== operation);
      if (isAlias(node)) aliases += 1;
      else if (isScalar(node)) this.#checkScalar(node, isText);
      else if (isSeq(node)) for (const item of node.items) pending.push({ node: item, isText });
      else if (isMap(node)) {
        this.#checkKeys(node);
        for (const { key, value } of node.items) pending.push({ node: key, isText }, { node: value, isText });
      }
    }
    if (aliases > maximumAliases)
      this.#addAt(0, `Expected at most ${maximumAliases} aliases; found ${aliases}.`);
  }

  /** PostgreSQL stores no such text. Values of an operation are stored as JSON, which escapes it. */
  #checkScalar(node: Scalar, isText: boolean): void {
    if (!isText || this.mistakes.length >= maximumErrors) return;
    if (typeof node.value === 'string' && node.value.includes('\0')) this.#addAt(startOf(node) ?? 0, noNul);
  }

  #checkKeys({ items }: YAMLMap): void {
    const keys = new Set<unknown>();
    for (const { key } of items) {
      if (!isScalar(key)) continue;
      if (keys.has(key.value) && this.mistakes.length < maximumErrors)
        this.#addAt(startOf(key) ?? 0, 'Expected readable YAML: Map keys must be unique.');
      keys.add(key.value);
    }
  }

  /** Adds a mistake at the value of a path, or else at its nearest parent. */
  add(path: Path, expected: string): void {
    this.#addAt(this.#offsetOf(path, false), expected);
  }

  /** Adds a mistake at the last key of a path. */
  addAtKey(path: Path, expected: string): void {
    this.#addAt(this.#offsetOf(path, true), expected);
  }

  /** Parses a part of the file. Each issue becomes a mistake on its own line. */
  parse<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    at: Path = [],
  ): z.output<Schema> | undefined {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) this.#addIssue(issue, [...at, ...issue.path], schema);
    return undefined;
  }

  #addIssue(issue: z.core.$ZodIssue, path: Path, schema: z.ZodType): void {
    if (issue.code === 'unrecognized_keys') {
      const known = knownKeys(schema, issue.path);
      for (const key of issue.keys) {
        const guess =
          didYouMean(key, known) || (known.length > 0 ? ` Known keys are ${known.join(', ')}.` : '');
        this.addAtKey([...path, key], `Expected no key "${key}".${guess}`);
      }
      return;
    }
    const key = path.at(-1);
    if (issue.input === undefined && typeof key === 'string')
      this.add(path, `Expected the key "${key}", which is missing.`);
    else this.add(path, sentenceOf(issue));
  }

  #addAt(offset: number, expected: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.mistakes.push({ file: this.#name, line: Math.max(1, line), column: Math.max(1, col), expected });
  }

  #offsetOf(path: Path, ofKey: boolean): number {
    let node: unknown = this.#root;
    let offset = startOf(node) ?? 0;
    path.forEach((segment, index) => {
      const child = childOf(node, segment);
      const wanted = ofKey && index === path.length - 1 ? (child?.key ?? child?.value) : child?.value;
      offset = startOf(wanted) ?? startOf(child?.key) ?? offset;
      node = child?.value;
    });
    return offset;
  }
}

function childOf(node: unknown, segment: PropertyKey): { key?: unknown; value: unknown } | undefined {
  if (isMap(node)) {
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
  }
  if (isSeq(node)) return { value: node.items[Number(segment)] };
  return undefined;
}

/** The place of an alias itself, not of its anchor. */
function startOf(node: unknown): number | undefined {
  return isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}

/** Zod's message as a sentence, for issues without a message of ours. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const found = JSON.stringify(issue.input)?.slice(0, 60);
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      return `Expected ${issue.expected === 'record' ? 'object' : issue.expected}; found ${found}.`;
    case 'invalid_value':
      if (!issue.message.startsWith('Invalid')) return issue.message;
      return `Expected ${issue.values.map(String).join(' or ')}; found ${found}.`;
    case 'invalid_union':
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      return `Expected another kind of value; found ${found}.`;
    default:
      return issue.message.endsWith('.') ? issue.message : `${issue.message}.`;
  }
}

/** The allowed keys of the object at a path, if the schema consists of plain objects and lists. */
function knownKeys(schema: z.ZodType, path: Path): string[] {
  let current: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (const segment of path) {
    if (!isJsonObject(current)) return [];
    const properties = isJsonObject(current.properties) ? current.properties : {};
    current = properties[String(segment)] ?? current.items ?? current.additionalProperties;
  }
  return isJsonObject(current) && isJsonObject(current.properties) ? Object.keys(current.properties) : [];
}
