import type { FieldHint } from '../../../lib/operator/price-preview.ts';
import { functions } from '../../../lib/price/formula/functions.ts';

export interface Completion {
  /** Where what is replaced begins. */
  from: number;
  options: CompletionOption[];
}

export interface CompletionOption {
  /** What stands in the formula then. */
  text: string;
  /** The last part of it. */
  name: string;
  type: string;
  about: string;
  description: string;
}

const mostOptions = 40;

/** What a formula may go on with at a place: fields of the input, level by level, then functions. */
export function completionAt(
  source: string,
  at: number,
  hints: readonly FieldHint[],
  others: readonly string[],
): Completion {
  const [word = ''] = /[A-Za-z_][\w.]*(?:\["[^"\]]*(?:"\])?[\w.]*)*$/.exec(source.slice(0, at)) ?? [];
  const from = at - word.length;
  if (word === '' && /[["]$/.test(source.slice(0, at))) return { from, options: [] };
  const wanted = word.toLowerCase();
  const level = levelOf(word);
  const fields = hints
    .filter(({ path }) => {
      const lower = path.toLowerCase();
      // Without a dot, fields are found by their own names, too.
      const isFound =
        lower.startsWith(wanted) ||
        // A name with other signs stands in brackets.
        (wanted.endsWith('.') && lower.startsWith(`${wanted.slice(0, -1)}[`)) ||
        (!word.includes('.') && lower.startsWith(`input.${wanted}`));
      return isFound && lower !== wanted && levelOf(path) <= Math.max(level, 1);
    })
    .map(({ path, type, about, description }) => ({
      text: path,
      name: lastOf(path),
      type,
      about,
      description,
    }));
  const variables = others
    .filter((name) => word !== '' && name.startsWith(wanted) && name !== wanted)
    .map((name) => ({ text: name, name, type: 'object', about: 'known after the call', description: '' }));
  const calls = word === '' || word.includes('.') ? [] : callsOf(wanted);
  return { from, options: [...fields, ...variables, ...calls].slice(0, mostOptions) };
}

function callsOf(wanted: string): CompletionOption[] {
  return ['has', ...Object.keys(functions)]
    .filter((name) => name.startsWith(wanted))
    .map((name) => ({
      text: `${name}(`,
      name: `${name}()`,
      type: 'function',
      about: aboutCall[name] ?? 'function',
      description: '',
    }));
}

const aboutCall: Partial<Record<string, string>> = {
  has: 'whether a field is given',
  size: 'length of a text or list',
  ceil: 'rounded up',
  floor: 'rounded down',
  round: 'rounded',
  min: 'the least of several',
  max: 'the greatest of several',
  sum: 'the sum of a list',
};

/** How deep a path leads: 1 for `input.parcels`. */
function levelOf(path: string): number {
  return path.split(/\.|\["/).length - 1;
}

function lastOf(path: string): string {
  const quoted = /\["(.*)"\]$/.exec(path)?.[1];
  return quoted ?? path.slice(path.lastIndexOf('.') + 1);
}
