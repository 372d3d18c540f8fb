import type { News } from './imports.ts';
import { countOf, groupedNumber } from '../text/numbers.ts';

/** What is newer in a document, in one line: `2 operations changed, 1 is new; 1 breaks callers`. */
export function newsText({ new: added, changed, removed, breaking }: News): string {
  const parts = [
    { count: changed, one: 'changed', more: 'changed' },
    { count: added, one: 'is new', more: 'are new' },
    { count: removed, one: 'is gone', more: 'are gone' },
  ].filter(({ count }) => count > 0);
  const said = parts.map(({ count, one, more }, index) => {
    const number = index === 0 ? countOf(count, 'operation') : groupedNumber(count);
    return `${number} ${count === 1 ? one : more}`;
  });
  if (said.length === 0) return 'Nothing is newer';
  const breaks = `${groupedNumber(breaking)} ${breaking === 1 ? 'breaks' : 'break'} callers`;
  return `${said.join(', ')}${breaking > 0 ? `; ${breaks}` : ''}`;
}
