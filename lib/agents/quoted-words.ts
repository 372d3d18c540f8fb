import type { Spendable } from '../account/credit-account.ts';
import { isJsonObject, type JsonValue, type JsonObject } from '../json/json.ts';
import { countOf, creditsText } from '../text/numbers.ts';
import { plainWords } from './plain-words.ts';

/** Double quotation marks, and all that looks like them. */
const doubleMarks = /["«»“-‟″‶❝❞〝-〟＂]/gu;

/** A provider's text in quotation marks, which it cannot close. Empty if nothing is left of it. */
export function quotedWords(text: string, most: number): string {
  const words = plainWords(text, most).replace(doubleMarks, "'");
  return words === '' ? '' : `"${words}"`;
}

/**
 * A provider's value as JSON, with the texts in it made plain: a list that looks like a text would be sent as one. Empty
 * if it is longer, because a part of a list is another list.
 */
export function quotedValue(value: JsonValue, most: number): string {
  if (value === '') return '""';
  if (typeof value === 'string') return quotedWords(value, most);
  const text = JSON.stringify(withPlainTexts(value, most));
  return text.length <= most ? text : '';
}

/** Bytes as text: a model learns nothing from more than their beginning. */
const writtenBytes = /^(?:data:[^,]{0,100},)?[\w+/=-]{100,}$/;
const mostOfBytes = 40;

/** An example without most of the bytes in it. */
export function withoutBytes(value: JsonValue): JsonValue {
  if (typeof value === 'string' && writtenBytes.test(value))
    return `${value.slice(0, mostOfBytes)}… ${countOf(value.length - mostOfBytes, 'more character')}`;
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBytes(member)]));
}

function withPlainTexts(value: JsonValue, most: number): JsonValue {
  if (typeof value === 'string') return plainWords(value, most).replace(doubleMarks, "'");
  if (Array.isArray(value)) return value.map((item) => withPlainTexts(item, most));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => [
      plainWords(name, most).replace(doubleMarks, "'"),
      withPlainTexts(member, most),
    ]),
  );
}

/** What can be spent, why it is not more, and who can change that. */
export function spendableWords({ credits, code, why }: Spendable): string[] {
  if (code !== undefined) return [`You cannot make calls now: ${why ?? code}`];
  return [`You can spend ${creditsText(Math.max(0, credits))}.${why === undefined ? '' : ` ${why}`}`];
}

/** The same for programs. */
export function spendableMeta({ credits, code, why }: Spendable): JsonObject {
  return { credits, ...(code !== undefined && { code }), ...(why !== undefined && { why }) };
}

const mostLines = 12;
const mostWords = 200;

/** What a refusal of a price says about how to go on. */
export function wayOnWords(problem: JsonObject): string[] {
  const { shortfall, resetsAt, creditsUrl, breakdown, quote, expiresAt } = problem;
  return [
    ...(typeof shortfall === 'number' ? [`${creditsText(shortfall)} too few.`] : []),
    ...breakdownWords(breakdown),
    ...(typeof resetsAt === 'string' ? [`More can be spent from ${resetsAt} on.`] : []),
    ...(typeof creditsUrl === 'string' ? [`Credits are bought by a person at ${creditsUrl}`] : []),
    ...(typeof quote === 'string'
      ? [
          `Quote: ${quote}`,
          `It is valid until ${String(expiresAt)}: repeat the call with it once that is resolved.`,
        ]
      : []),
  ];
}

/** The lines of a price. */
export function breakdownWords(breakdown: unknown): string[] {
  const lines = Array.isArray(breakdown) ? breakdown.filter(isJsonObject) : [];
  return lines
    .slice(0, mostLines)
    .map(
      ({ label, text, credits }) =>
        `- ${quotedWords(String(label), mostWords)}: ${quotedWords(String(text), mostWords)} = ${String(credits)}`,
    );
}

/** Clients take 25,000 tokens in one result. No text has more tokens than bytes, and some have nearly as many. */
const mostBytes = 24_000;

const encoder = new TextEncoder();

interface CutText {
  text: string;
  /** Where the rest begins; null if there is none. */
  next: number | null;
}

/** A part of a text that is too long for one result. */
export function cutText(text: string, offset: number): CutText {
  // It never reads half of a surrogate pair.
  const { read } = encoder.encodeInto(text.slice(offset, offset + mostBytes), new Uint8Array(mostBytes));
  const next = offset + read;
  return { text: text.slice(offset, next), next: next >= text.length ? null : next };
}
