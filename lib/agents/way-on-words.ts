import { creditsText } from '../text/count-text.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { quotedWords } from './quoted-words.ts';

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
          `It holds until ${String(expiresAt)}: repeat the call with it once that is settled.`,
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
