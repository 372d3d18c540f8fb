import { isEmpty, type Plan, type PlannedProduct } from '../server/catalogue/plan.ts';
import type { Catalogue } from '../server/catalogue/read-catalogue.ts';

/** Says a plan to the person who is about to apply it: what is new, what changes, and the prices by themselves. */
export function planText(plan: Plan, { products }: Catalogue): string {
  const of = (change: PlannedProduct['change']) =>
    plan.products.filter((product) => product.change === change);
  const unchanged = of('unchanged').length;
  const sections = [
    section(
      'New',
      of('created').map(
        ({ row }) => `${row.slug}  ${status(row.status)}, ${credits(row.priceFrom, row.priceTo)}`,
      ),
    ),
    section(
      'Changed',
      of('changed').flatMap(({ row, parts }) =>
        parts.length > 0 ? [`${row.slug}  ${parts.join(', ')}`] : [],
      ),
    ),
    section(
      'Prices',
      of('changed').flatMap((product) => priceLine(product)),
    ),
    section('Offline, for they are not in the files', plan.pruned),
    section(
      'Tags, new or changed',
      plan.tags.map(({ slug, name }) => `${slug}  ${name}`),
    ),
    section('Worth knowing', noteLines(plan, products)),
    `${unchanged} of ${plan.products.length} products unchanged.\n`,
  ];
  return `${sections.filter((text) => text !== '').join('\n')}${isEmpty(plan) ? 'Nothing to do.\n' : ''}`;
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function status(value: 0 | 1 | null): string {
  return value === 1 ? 'online' : 'offline';
}

function credits(from: number, to: number): string {
  const range = from === to ? `${to}` : `${from} to ${to}`;
  return `${range} ${to === 1 ? 'credit' : 'credits'}`;
}

function priceLine({ row, price }: PlannedProduct): string[] {
  if (!price) return [];
  const before = credits(price.from.from, price.from.to);
  const after = credits(price.to.from, price.to.to);
  return [before === after ? `${row.slug}  ${after}, by other lines` : `${row.slug}  ${before} → ${after}`];
}

/** Of what is published now: the rest was said when it was. */
function noteLines(plan: Plan, products: Catalogue['products']): string[] {
  const unchanged = new Set(
    plan.products.flatMap(({ change, row }) => (change === 'unchanged' ? [row.slug] : [])),
  );
  return products
    .filter(({ row }) => !unchanged.has(row.slug))
    .flatMap(({ row, notes }) => notes.map((note) => `${row.slug}  ${note}`));
}
