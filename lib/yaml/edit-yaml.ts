import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, stringify } from 'yaml';
import { parseKeys } from './parse-keys.ts';
import {
  endOf,
  equals,
  flowText,
  isWantedList,
  isWantedMap,
  nameOf,
  NoSplice,
  options,
  pairOf,
  pairText,
  plain,
  startOf,
  type Wanted,
} from './wanted.ts';

interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * The text with another value of a key of its map. What stays equal keeps its bytes: order, quotes and comments. The
 * smallest change that is read as what is wanted counts; else the whole value is written anew.
 */
export function withYamlValue(text: string, key: string, wanted: Wanted): string {
  const document = parseKeys(text, [key]);
  const map = document.contents;
  if (document.errors.length > 0 || !isMap(map)) return text;
  const pair = pairOf(map.items, key);
  const isSame = pair && equals(document, pair.value, wanted);
  if (isSame) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const changed = pair && spliced(text, new Splicer(text, document), pair.value, wanted, eol);
  if (changed !== undefined && reads(changed, key, wanted)) return changed;
  if (!pair && !map.flow) {
    const added = `${text === '' || text.endsWith('\n') ? text : text + eol}${pairText(key, wanted)}\n`;
    if (reads(added, key, wanted)) return added;
  }
  const whole = parseDocument(text);
  whole.set(key, whole.createNode(plain(wanted)));
  return whole.toString(options);
}

function reads(text: string, key: string, wanted: Wanted): boolean {
  const document = parseKeys(text, [key]);
  const pair = isMap(document.contents) ? pairOf(document.contents.items, key) : undefined;
  return document.errors.length === 0 && pair !== undefined && equals(document, pair.value, wanted);
}

function spliced(
  text: string,
  splicer: Splicer,
  node: unknown,
  wanted: Wanted,
  eol: string,
): string | undefined {
  try {
    const splices = splicer.change(node, wanted, false).toSorted((one, other) => one.start - other.start);
    let end = text.length;
    let changed = text;
    for (const splice of splices.toReversed()) {
      if (splice.end > end) return undefined;
      const between = eol === '\n' ? splice.text : splice.text.replaceAll(/\r?\n/g, eol);
      changed = changed.slice(0, splice.start) + between + changed.slice(splice.end);
      end = splice.start;
    }
    return changed;
  } catch (error) {
    if (error instanceof NoSplice) return undefined;
    throw error;
  }
}

/** Finds the bytes to change. Positions are those of the text before. */
class Splicer {
  readonly #text: string;
  readonly #document: Document;

  constructor(text: string, document: Document) {
    this.#text = text;
    this.#document = document;
  }

  change(node: unknown, wanted: Wanted, isFlow: boolean): Splice[] {
    if (equals(this.#document, node, wanted)) return [];
    try {
      if (isMap(node) && isWantedMap(wanted))
        return this.#changeMap(node.items, wanted, isFlow || !!node.flow);
      if (isSeq(node) && isWantedList(wanted))
        return this.#changeList(node.items, wanted, isFlow || !!node.flow);
    } catch (error) {
      if (!(error instanceof NoSplice)) throw error;
    }
    return [this.#replace(node, wanted, isFlow)];
  }

  #replace(node: unknown, wanted: Wanted, isFlow: boolean): Splice {
    const [start, end] = [startOf(node), endOf(this.#text, node)];
    if (isMap(node) || isSeq(node)) {
      if (node.flow || isFlow || !(isWantedMap(wanted) || isWantedList(wanted)))
        return { start, end, text: flowText(wanted) };
      const text = stringify(plain(wanted), options).trimEnd();
      return { start, end, text: text.replaceAll('\n', `\n${' '.repeat(this.#column(start))}`) };
    }
    // An empty value begins where its key ends.
    const space = start === end && !/\s/.test(this.#text[start - 1] ?? '') ? ' ' : '';
    return { start, end, text: space + this.#scalarText(node, wanted, isFlow) };
  }

  #scalarText(node: unknown, wanted: Wanted, isFlow: boolean): string {
    if (typeof wanted !== 'string') return flowText(wanted);
    // Quotes that the text before needed were not chosen by its author.
    const isQuoted = isScalar(node) && /^["']/.test(stringify(node.value));
    const style = isScalar(node) && !isQuoted ? node.type : undefined;
    if (style === 'QUOTE_DOUBLE' || wanted.includes('\n')) return JSON.stringify(wanted);
    if (style === 'QUOTE_SINGLE') return `'${wanted.replaceAll("'", "''")}'`;
    return isFlow ? flowText(wanted) : stringify(wanted, options).trimEnd();
  }

  #changeMap(items: readonly Pair[], wanted: ReadonlyMap<string, Wanted>, isFlow: boolean): Splice[] {
    const names = items.map(nameOf);
    const places = [...wanted.keys()];
    const added = places.filter((name) => !names.includes(name));
    const gone = items.filter((_, index) => !wanted.has(names[index] ?? ''));
    const splices: Splice[] = [];
    const renamed = new Set<string>();
    for (const [index, pair] of items.entries()) {
      const value = wanted.get(names[index] ?? '');
      if (value !== undefined) splices.push(...this.change(pair.value, value, isFlow));
      else if (added.length === gone.length) {
        const name = added[gone.indexOf(pair)];
        const next = name === undefined ? undefined : wanted.get(name);
        if (name === undefined || next === undefined) throw new NoSplice();
        renamed.add(name);
        splices.push(...this.#rename(pair, name, next, isFlow));
      } else splices.push(this.#removePair(items, index, isFlow));
    }
    const kept = items.findLast((pair) => !gone.includes(pair) || renamed.size > 0);
    const fresh = added.filter((name) => !renamed.has(name));
    if (fresh.length === 0) return splices;
    if (!kept) throw new NoSplice();
    const texts = fresh.map((name) => ({ name, value: wanted.get(name) ?? null }));
    return [...splices, this.#addPairs(kept, texts, isFlow)];
  }

  #rename(pair: Pair, name: string, wanted: Wanted, isFlow: boolean): Splice[] {
    const start = startOf(pair.key);
    const end = endOf(this.#text, pair.value ?? pair.key);
    const isPlain = isScalar(pair.value) && !isWantedMap(wanted) && !isWantedList(wanted);
    if (isPlain)
      return [
        { start, end: endOf(this.#text, pair.key), text: this.#scalarText(pair.key, name, isFlow) },
        ...this.change(pair.value, wanted, isFlow),
      ];
    return [{ start, end, text: this.#pairText(name, wanted, isFlow, this.#column(start)) }];
  }

  #pairText(name: string, wanted: Wanted, isFlow: boolean, column: number): string {
    if (isFlow) return `${flowText(name)}: ${flowText(wanted)}`;
    return pairText(name, wanted).replaceAll('\n', `\n${' '.repeat(column)}`);
  }

  #addPairs(after: Pair, pairs: { name: string; value: Wanted }[], isFlow: boolean): Splice {
    const column = this.#column(startOf(after.key));
    const end = endOf(this.#text, after.value ?? after.key);
    const at = isFlow ? end : this.#lineEnd(end);
    const before = isFlow ? ', ' : `\n${' '.repeat(column)}`;
    const text = pairs
      .map(({ name, value }) => before + this.#pairText(name, value, isFlow, column))
      .join('');
    return { start: at, end: at, text };
  }

  #removePair(items: readonly Pair[], index: number, isFlow: boolean): Splice {
    const [pair, before, after] = [items[index], items[index - 1], items[index + 1]];
    const start = startOf(pair?.key);
    const end = endOf(this.#text, pair?.value ?? pair?.key);
    if (isFlow && !after && before)
      return { start: endOf(this.#text, before.value ?? before.key), end, text: '' };
    if (isFlow) return { start, end: after ? startOf(after.key) : end, text: '' };
    const line = this.#lineStart(start);
    if (/^\s*$/.test(this.#text.slice(line, start)))
      return { start: line, end: this.#lineEnd(end) + 1, text: '' };
    if (!after) throw new NoSplice();
    return { start, end: startOf(after.key), text: '' };
  }

  #changeList(items: readonly unknown[], wanted: readonly Wanted[], isFlow: boolean): Splice[] {
    if (wanted.length === 0) throw new NoSplice();
    const same = (node: unknown, value: Wanted | undefined) =>
      value !== undefined && equals(this.#document, node, value);
    const most = Math.min(items.length, wanted.length);
    let first = 0;
    while (first < most && same(items[first], wanted[first])) first += 1;
    let last = 0;
    while (last < most - first && same(items.at(-1 - last), wanted.at(-1 - last))) last += 1;
    const old = items.slice(first, items.length - last);
    const now = wanted.slice(first, wanted.length - last);
    const order = old.length === now.length ? this.#orderOf(old, now) : undefined;
    if (order) return this.#move(items, first, order, isFlow);
    const both = Math.min(old.length, now.length);
    const splices = old
      .slice(0, both)
      .flatMap((node, index) => this.change(node, now[index] ?? null, isFlow));
    for (let index = first + both; index < first + old.length; index += 1)
      splices.push(this.#removeItem(items, index, isFlow));
    if (now.length > both) splices.push(this.#addItems(items, first + both, now.slice(both), isFlow));
    return splices;
  }

  /** The places that items come from, if they have only changed places. */
  #orderOf(old: readonly unknown[], now: readonly Wanted[]): number[] | undefined {
    const left = new Set(old.keys());
    const order = now.flatMap((value) => {
      const from = [...left].find((index) => equals(this.#document, old[index], value));
      if (from === undefined) return [];
      left.delete(from);
      return [from];
    });
    return order.length === now.length ? order : undefined;
  }

  #move(items: readonly unknown[], first: number, order: readonly number[], isFlow: boolean): Splice[] {
    const moved = order.map((_, index) => this.#chunk(items, first + index, isFlow));
    const texts = moved.map(({ start, end }) => {
      const text = this.#text.slice(start, end);
      return isFlow || text.endsWith('\n') ? text : `${text}\n`;
    });
    return moved.map(({ start, end }, index) => ({ start, end, text: texts[order[index] ?? index] ?? '' }));
  }

  #removeItem(items: readonly unknown[], index: number, isFlow: boolean): Splice {
    const { start, end } = this.#chunk(items, index, isFlow);
    if (!isFlow) return { start, end, text: '' };
    const isLast = index === items.length - 1;
    if (isLast) return { start: endOf(this.#text, items[index - 1]), end, text: '' };
    return { start, end: startOf(items[index + 1]), text: '' };
  }

  #addItems(items: readonly unknown[], index: number, wanted: readonly Wanted[], isFlow: boolean): Splice {
    const [before, after] = [items[index - 1], items[index]];
    if (isFlow) {
      const texts = wanted.map(flowText).join(', ');
      if (before !== undefined) {
        const at = endOf(this.#text, before);
        return { start: at, end: at, text: `, ${texts}` };
      }
      if (after === undefined) throw new NoSplice();
      return { start: startOf(after), end: startOf(after), text: `${texts}, ` };
    }
    const beside = index > 0 ? index - 1 : index;
    const chunk = this.#chunk(items, beside, false);
    const dash = this.#text.slice(0, this.#dashOf(items[beside]));
    const column = dash.length - this.#lineStart(dash.length);
    const indent = ' '.repeat(column);
    const text = wanted.map((one) => {
      const lines = stringify([plain(one)], options)
        .trimEnd()
        .split('\n');
      return `${lines.map((line) => indent + line).join('\n')}\n`;
    });
    if (index === 0) return { start: chunk.start, end: chunk.start, text: text.join('') };
    const at = this.#lineEnd(endOf(this.#text, before)) + 1;
    const missing = at > this.#text.length ? '\n' : '';
    return {
      start: Math.min(at, this.#text.length),
      end: Math.min(at, this.#text.length),
      text: missing + text.join(''),
    };
  }

  /** An item of a list; where it has lines of its own, these, with the comments above it. */
  #chunk(items: readonly unknown[], index: number, isFlow: boolean): { start: number; end: number } {
    if (isFlow) return { start: startOf(items[index]), end: endOf(this.#text, items[index]) };
    const start = this.#chunkStart(items, index);
    const end =
      index + 1 < items.length
        ? this.#chunkStart(items, index + 1)
        : this.#lineEnd(endOf(this.#text, items[index])) + 1;
    return { start, end: Math.min(end, this.#text.length) };
  }

  #chunkStart(items: readonly unknown[], index: number): number {
    let start = this.#lineStart(this.#dashOf(items[index]));
    const least = index > 0 ? endOf(this.#text, items[index - 1]) : 0;
    for (;;) {
      const above = start === 0 ? 0 : this.#lineStart(start - 1);
      if (above === start || above < least) return start;
      if (!/^\s*#/.test(this.#text.slice(above, start))) return start;
      start = above;
    }
  }

  #dashOf(node: unknown): number {
    const start = startOf(node);
    const line = this.#lineStart(start);
    const [dash] = /^\s*-(?=\s+$)/.exec(this.#text.slice(line, start)) ?? [];
    if (dash === undefined) throw new NoSplice();
    return line + dash.length - 1;
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf('\n', offset - 1) + 1;
  }

  #lineEnd(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? this.#text.length : end;
  }

  #column(offset: number): number {
    return offset - this.#lineStart(offset);
  }
}
