/**
 * A whole number as people type it: `1000`, `1,000`, `1 000` or `1'000`, perhaps with a sign. Points, and commas that could
 * be decimal, are not taken. As text, because it is also the `pattern` of fields.
 */
export const creditsPattern = String.raw`\s*[+\-−]?(?:\d{1,16}|[1-9]\d{0,2}(?<mark>[,\s'’])\d{3}(?:\k<mark>\d{3}){0,4})\s*`;

const wholePattern = new RegExp(`^${creditsPattern}$`, 'v');

const tooMany = `Enter at most ${Number.MAX_SAFE_INTEGER} credits.`;

/** What is wrong with credits that are no whole number, as the `error` of a schema. */
export function creditsFault({ input }: { input?: unknown }): string {
  const isTooMany = typeof input === 'number' && Math.abs(input) > Number.MAX_SAFE_INTEGER;
  return isTooMany ? tooMany : 'Enter a whole number of credits.';
}

/** The credits that a person typed, or a sentence that asks for them. */
export function readCredits(text: string): number | string {
  if (!wholePattern.test(text)) return question(text.trim());
  const credits = Number(text.replace(/[,\s'’]/g, '').replace('−', '-'));
  return Number.isSafeInteger(credits) ? credits : tooMany;
}

function question(text: string): string {
  if (/^[+\-−]?\d{17,}$/u.test(text.replace(/[,\s'’]/g, ''))) return tooMany;
  const [, whole, digits] = /^(\d+)[.,](\d+)$/.exec(text) ?? [];
  const wanted = 'Enter a whole number of credits, such as';
  if (whole === undefined || digits === undefined) return `${wanted} 1500 or 1,500.`;
  // Only three digits can be a group of thousands.
  if (digits.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole))
    return `Credits are whole numbers, and ${text} has a fraction. ${wanted} 1500 or 1,500.`;
  const joined = Number(whole + digits);
  return `Is ${text} ${Number(`${whole}.${digits}`)} or ${joined}? ${wanted} ${joined}.`;
}

/** The credits of a field. Null if it is empty. */
export function creditsOf(fields: FormData, name: string): number | null {
  const text = fields.get(name);
  if (typeof text !== 'string' || text.trim() === '') return null;
  const credits = readCredits(text);
  if (typeof credits === 'string') throw new Error(credits);
  return credits;
}

/** The spending limits of a form; null where there is none. */
export function capsOf(fields: FormData): Record<'day' | 'month' | 'total', number | null> {
  return {
    day: creditsOf(fields, 'day'),
    month: creditsOf(fields, 'month'),
    total: creditsOf(fields, 'total'),
  };
}
