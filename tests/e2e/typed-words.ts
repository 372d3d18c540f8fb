import type { Sight } from './sight.ts';

const number = String.raw`(-?[\d,]+(?:\.\d+)?)`;

/** What a person types into a field who knows nothing but what the page says of it. */
export function wordsFor({ name, description, placeholder, kind }: Sight): string {
  if (kind === 'date') return '01152026';
  const example = [...description.matchAll(/such as (\S+)/g)].at(-1)?.[1]?.replace(/[.,]$|`/g, '');
  const isJson = placeholder === 'JSON' || placeholder === '{}' || placeholder === '[]';
  if (isJson) return placeholder === 'JSON' ? '"a"' : placeholder;
  if (placeholder !== '' && placeholder !== 'New key') return placeholder;
  if (example !== undefined) return example;
  if (/\bnumber\b/.test(description)) return numberFor(description);
  if (/base64/i.test(description)) return 'SGVsbG8=';
  const exact = /\b(\d+) characters?\b/.exec(description);
  const least = /\b(?:at least )?([\d,]+)(?: to [\d,]+)? characters?\b/.exec(description);
  const most = /up to ([\d,]+) characters?/.exec(description);
  if (most) return 'word'.slice(0, plain(most[1]));
  if (exact && !/at least|to/.test(description))
    return 'eur'.padEnd(plain(exact[1]), 'a').slice(0, plain(exact[1]));
  if (least) return 'words'.padEnd(plain(least[1]), 'a');
  return name.startsWith('New key') ? 'first' : 'words';
}

function numberFor(description: string): string {
  const multiple = new RegExp(`multiples? of ${number}`).exec(description)?.[1];
  const from = new RegExp(`(?:from|at least) ${number}`).exec(description)?.[1];
  const above = new RegExp(`(?:above|more than|greater than) ${number}`).exec(description)?.[1];
  const between = new RegExp(`${number} to ${number}`).exec(description);
  const upTo = new RegExp(`(?:up to|at most) ${number}`).exec(description)?.[1];
  if (multiple !== undefined)
    return String(
      plain(multiple) * Math.ceil(Math.max(1, plain(between?.[1] ?? from ?? '1')) / plain(multiple)),
    );
  if (between) return String(plain(between[1]));
  if (above !== undefined) return String(plain(above) + 1);
  if (from !== undefined) return String(plain(from));
  return upTo === undefined ? '3' : String(Math.min(3, plain(upTo)));
}

function plain(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}
