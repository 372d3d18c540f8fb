import { linearPattern } from '../schema/linear-pattern.ts';

export interface UsablePattern {
  pattern: string;
  /** The changed or ignored parts. */
  note?: string;
}

const known = new Map<string, UsablePattern | undefined>();
const maxKnown = 5000;

/** The pattern in a form that ECMAScript and a linear engine accept; undefined if there is none. */
export function usablePattern(pattern: string): UsablePattern | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const usable = findUsable(pattern);
  if (known.size < maxKnown) known.set(pattern, usable);
  return usable;
}

function findUsable(pattern: string): UsablePattern | undefined {
  const delimited = /^\/(.*)\/[a-z]*$/s.exec(pattern)?.[1];
  const candidates: UsablePattern[] = [
    ...(delimited === undefined
      ? []
      : [{ pattern: delimited, note: 'The delimiters of the pattern are removed.' }]),
    { pattern },
    {
      pattern: plainEscapes(pattern),
      note: 'Escapes unknown to ECMAScript are removed from the pattern.',
    },
  ];
  for (const candidate of candidates) {
    if (!isEcmaScript(candidate.pattern)) continue;
    const { fidelity } = linearPattern(candidate.pattern);
    if (fidelity === 'ignored') continue;
    if (fidelity === 'exact') return candidate;
    return {
      ...candidate,
      note: 'The repetition counts of the pattern are ignored: they are too large.',
    };
  }
  return undefined;
}

/** Compiling is safe on the native engine. Only running could take for ever, and it is never run. */
function isEcmaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    // The constructor throws for invalid patterns.
    return false;
  }
}

/** `\_` and `\@` mean the character itself in most dialects, but are errors in ECMAScript. */
function plainEscapes(pattern: string): string {
  return pattern.replace(/\\(.)/gsu, (whole, character: string) => {
    if (character === 'A') return '^';
    if (character === 'Z' || character === 'z') return '$';
    return /[\w^$\\.*+?()[\]{}|/-]/.test(character) && character !== '_' ? whole : character;
  });
}

/** The loss that reports an ignored pattern. */
export function unusable(pattern: string): string {
  return `The pattern ${JSON.stringify(pattern.slice(0, 120))} cannot run in linear time; it is left out.`;
}
