import { tagKinds } from '../lib/product/catalogue-view.ts';
import { breakingText } from '../lib/import/update-summary.ts';
import { isEmpty, type Plan, type PlannedProduct } from '../server/catalogue/plan.ts';
import type { Catalogue } from '../server/catalogue/read-catalogue.ts';

/** A plan for the person who applies it: what is new, what changes, and price changes in a section of their own. */
export function planText(plan: Plan, { products }: Catalogue): string {
  const of = (change: PlannedProduct['change']) =>
    plan.products.filter((product) => product.change === change);
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
    section('Breaking for callers', breakingLines(of('changed'))),
    section(
      'Prices',
      of('changed').flatMap((product) => priceLine(product)),
    ),
    section('APIs', apiLines(plan.apis)),
    section('Going offline (not in the files)', plan.pruned),
    section(
      'Going offline (no longer in their document)',
      plan.products.flatMap(({ row, removedFrom }) =>
        removedFrom === undefined ? [] : [`${row.slug}  not in ${printable(removedFrom)}`],
      ),
    ),
    section(
      'Tags, new or changed',
      plan.tags.map(({ kind, slug, name }) => `${kindName(kind)} ${slug}  ${name}`),
    ),
    section('Synonyms', synonymLines(plan.synonyms?.groups)),
    section('Warnings', warningLines(products)),
    section('Notes', noteLines(plan, products)),
    `${of('created').length} new, ${of('changed').length} changed, ${of('unchanged').length} unchanged.\n`,
  ];
  return `${sections.filter((text) => text !== '').join('\n')}${isEmpty(plan) ? 'Nothing to do.\n' : ''}`;
}

function breakingLines(products: PlannedProduct[]): string[] {
  return products.flatMap(({ row, breaking }) =>
    breaking.length > 0 ? [`${row.slug}  ${breakingText(breaking)}`] : [],
  );
}

/** APIs that change or go, and products that no longer belong to one. */
function apiLines({ apis, places, removed }: Plan['apis']): string[] {
  const changed = apis.flatMap(({ row, change, parts, operations, absent }) => {
    if (change === 'unchanged') return [];
    const groups = countOf(groupCount(row.groups), 'group');
    const news =
      change === 'created' ? `new, ${countOf(operations, 'operation')} in ${groups}` : parts.join(', ');
    return [`${row.slug}  ${news}${absent > 0 ? `; ${countOf(absent, 'operation')} without a file` : ''}`];
  });
  const loose = places.filter(({ api }) => api === null).length;
  return [
    ...changed,
    ...removed.map((slug) => `${slug}  removed; its products stay`),
    ...(loose > 0 ? [`${countOf(loose, 'product')} no longer in an API`] : []),
  ];
}

/** The number of groups in the JSON that the database stores. */
function groupCount(groups: string): number {
  const list: unknown = JSON.parse(groups);
  return Array.isArray(list) ? list.length : 0;
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** One line for each group of synonyms, up to a limit. */
function synonymLines(groups: { phrases: string[] }[] = []): string[] {
  const rest = groups.length - notesShown;
  const lines = groups.slice(0, notesShown).map(({ phrases }) => phrases.join(', '));
  return [...lines, ...(rest > 0 ? [`and ${countOf(rest, 'more group')}.`] : [])];
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
  return [
    before === after
      ? `${row.slug}  ${after}, with different price lines`
      : `${row.slug}  ${before} → ${after}`,
  ];
}

function kindName(kind: number): string {
  return tagKinds.find((one) => one.kind === kind)?.one ?? 'tag';
}

/** Warnings of all products, changed or not. */
function warningLines(products: Catalogue['products']): string[] {
  const warnings = products.flatMap(({ row, warnings: own }) =>
    own.map((warning) => `${row.slug}  ${warning}`),
  );
  const rest = warnings.length - notesShown;
  return [...warnings.slice(0, notesShown), ...(rest > 0 ? [`and ${rest} more.`] : [])];
}

/** A person reads no more lines than this in one section. */
const notesShown = 20;

/** Notes of new and changed products only: those of the others were shown when they were published. */
function noteLines(plan: Plan, products: Catalogue['products']): string[] {
  const unchanged = new Set(
    plan.products.flatMap(({ change, row }) => (change === 'unchanged' ? [row.slug] : [])),
  );
  const published = products.filter(({ row }) => !unchanged.has(row.slug));
  const notes = published.flatMap(({ row, notes: own }) =>
    own.map((note) => `${row.slug}  ${printable(note)}`),
  );
  const rest = notes.length - notesShown;
  return [...notes.slice(0, notesShown), ...(rest > 0 ? [`and ${rest} more.`] : []), ...lossLine(published)];
}

function lossLine(products: Catalogue['products']): string[] {
  const lossy = products.filter(({ losses }) => losses > 0);
  const [only] = lossy;
  if (!only) return [];
  const who = lossy.length === 1 ? `${only.row.slug} leaves` : `${lossy.length} products leave`;
  return [`${who} out some of what the documents say: "farebox import DOCUMENT" lists it.`];
}

/** Without control characters: a document from elsewhere must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
