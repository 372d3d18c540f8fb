import type { CatalogueEntry } from './catalogue-entry.ts';
import type { Operation } from '../operation/operation.ts';
import type { Template } from '../operation/template.ts';

/** The template of an entry: its operation with the entry's form texts, price and limits. */
export function templateOfEntry(
  operation: Operation,
  { fields, price, charges, limits }: Pick<CatalogueEntry, 'fields' | 'price' | 'charges' | 'limits'>,
): Template {
  const own = operation['x-farebox'];
  const order = fields?.order ?? own?.order;
  const labels = { ...own?.labels, ...fields?.labels };
  const examples = { ...own?.examples, ...fields?.examples };
  return {
    ...operation,
    'x-farebox': {
      ...(order && { order }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(examples).length > 0 && { examples }),
      ...(own?.secrets && { secrets: own.secrets }),
      price,
      ...(charges && { charges }),
      ...(limits && { limits }),
    },
  };
}
