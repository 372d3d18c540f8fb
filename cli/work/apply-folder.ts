import { realpathSync } from 'node:fs';
import { breakingText } from '../../lib/import/update-summary.ts';
import { momentText } from '../../lib/text/times.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { applyPlan } from '../../server/catalogue/apply.ts';
import { mistakeText } from '../../server/catalogue/catalogue-file.ts';
import {
  foreignApis,
  foreignProducts,
  isEmpty,
  type Plan,
  planCatalogue,
  type PlannedProduct,
} from '../../server/catalogue/plan.ts';
import { ownerText } from '../../server/catalogue/product-row.ts';
import { type Catalogue, readCatalogue } from '../../server/catalogue/read-catalogue.ts';
import { askRunningPortal } from '../../server/control/open-store.ts';
import { nothingAllowed } from '../../server/gateway/egress-allow.ts';
import type { PublishingSettings } from '../../server/products/online-hindrance.ts';
import { type DataPlace, withStoreOf } from '../operate.ts';
import { Refusal } from '../print.ts';
import { publishingFor } from './change-status.ts';

interface ApplyOptions {
  folder: string;
  prune: boolean;
  dryRun: boolean;
  takeOver?: boolean;
  /** Leaves products offline whose upstream credential is missing. */
  force?: boolean;
}

const nothingGiven: PublishingSettings = { egressAllow: nothingAllowed, secrets: new Set() };

/** Says the plan, then publishes it. A portal that runs there has the settings, and else they are the command's `own`. */
export async function applyFolder(
  place: DataPlace,
  { folder, prune, dryRun, takeOver = false, force = false }: ApplyOptions,
  say: (text: string) => void,
  own: PublishingSettings = nothingGiven,
): Promise<void> {
  const asked = await askRunningPortal(place);
  const reading = readCatalogue(folder, (asked ?? own).egressAllow);
  if (!reading.ok) throw new Refusal(mistakesText(reading.mistakes.map(mistakeText)));

  await withStoreOf(place, async (store) => {
    const { writer, publications } = store;
    const { secrets } = asked ?? (await publishingFor(place, store, own));
    const wished = await planCatalogue(publications, reading.catalogue, prune);
    refuseMistakes(wished);
    if (!takeOver) refuseForeign(wished, realpathSync(folder));
    const lacking = lackingCredentials(wished, reading.catalogue, secrets);
    if (!force) refuseLacking(lacking);
    const catalogue = offlineWithout(reading.catalogue, lacking);
    const plan = lacking.length === 0 ? wished : await planCatalogue(publications, catalogue, prune);
    say(planText(plan, catalogue) + lackingText(lacking));
    if (dryRun) return;
    await applyPlan(writer, plan, { takeOver });
    if (!isEmpty(plan)) say('Done.\n');
  });
}

interface Lacking {
  slug: string;
  file: string;
  /** The names of the credentials that are missing. */
  names: string[];
}

/** The products that would be online although every call of them would fail. */
function lackingCredentials(
  { products: planned }: Plan,
  { products }: Catalogue,
  secrets: ReadonlySet<string>,
): Lacking[] {
  const online = new Set(planned.flatMap(({ row, isOnline }) => (isOnline ? [row.slug] : [])));
  return products.flatMap(({ row: { slug }, file, secrets: needed }) => {
    const names = needed.filter((name) => !secrets.has(name));
    return online.has(slug) && names.length > 0 ? [{ slug, file, names }] : [];
  });
}

function offlineWithout(catalogue: Catalogue, lacking: Lacking[]): Catalogue {
  const slugs = new Set(lacking.map(({ slug }) => slug));
  const products = catalogue.products.map((product) =>
    slugs.has(product.row.slug) ? { ...product, row: { ...product.row, status: 0 as const } } : product,
  );
  return { ...catalogue, products };
}

function refuseLacking(lacking: Lacking[]): void {
  if (lacking.length === 0) return;
  const lines = lacking.slice(0, mistakesShown).map(({ file, names }) => `${file}: ${variablesText(names)}.`);
  const rest = lacking.length - lines.length;
  const [have, them] = lacking.length === 1 ? ['has', 'it'] : ['have', 'them'];
  throw new Refusal(
    [
      ...lines,
      ...(rest > 0 ? [`and ${rest} more.`] : []),
      `Nothing was published: ${countOf(lacking.length, 'product')} would be online and ${have} no upstream credential. Set the credentials in the console; or set the variables, or the same names with _FILE to files that hold the values, and restart the portal; or leave ${them} offline with --force.`,
    ].join('\n'),
  );
}

function lackingText(lacking: Lacking[]): string {
  if (lacking.length === 0) return '';
  const lines = lacking.map(({ slug, names }) => `  ${slug}  ${variablesText(names)}\n`);
  return `Offline, because their upstream credential is missing\n${lines.join('')}`;
}

function variablesText(names: string[]): string {
  const variables = names.map((name) => `FAREBOX_SECRET_${name}`);
  return `${variables.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing`;
}

/** A person reads no more than this at one time. */
const mistakesShown = 50;

/** Refuses what the portal lacks. */
function refuseMistakes({ products }: Plan): void {
  const wrong = products.flatMap(({ file, mistake }) =>
    mistake === undefined ? [] : [`${file}: ${mistake}`],
  );
  if (wrong.length > 0) throw new Refusal(mistakesText(wrong));
}

/** Refuses what would replace the product or the API of another file. */
function refuseForeign(plan: Plan, folder: string): void {
  const products = foreignProducts(plan, folder).map((one) => ({ ...one, kind: 'product' }));
  const apis = foreignApis(plan, folder).map((one) => ({ ...one, kind: 'API' }));
  const foreign = [...apis, ...products];
  if (foreign.length === 0) return;
  const lines = foreign.slice(0, mistakesShown).map(({ kind, row, file, before }) => {
    const own = row.owner?.source ? `${file} (${row.owner.source})` : file;
    return `${own}: the ${kind} "${row.slug}" belongs to ${ownerText(before)}.`;
  });
  const rest = foreign.length - lines.length;
  const counts = [countOf(apis.length, 'API'), countOf(products.length, 'product')].filter(
    (text) => text !== '',
  );
  const [belong, them] = foreign.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  throw new Refusal(
    [
      ...lines,
      ...(rest > 0 ? [`and ${rest} more.`] : []),
      `Nothing was published: ${counts.join(' and ')} ${belong} to another file. Give these entries other slugs, or take ${them} over with --take-over.`,
    ].join('\n'),
  );
}

function countOf(count: number, thing: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`;
}

function mistakesText(mistakes: string[]): string {
  const rest = mistakes.length - mistakesShown;
  const shown = rest > 0 ? [...mistakes.slice(0, mistakesShown), `and ${rest} more.`] : mistakes;
  const count = mistakes.length === 1 ? '1 error' : `${mistakes.length} errors`;
  return `${shown.join('\n')}\nNothing was published: the files have ${count}.`;
}

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
    section('Planned', plan.products.flatMap(plannedLines)),
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
    const groups = countOfVersions(groupCount(row.groups), 'group');
    const news =
      change === 'created'
        ? `new, ${countOfVersions(operations, 'operation')} in ${groups}`
        : parts.join(', ');
    return [
      `${row.slug}  ${news}${absent > 0 ? `; ${countOfVersions(absent, 'operation')} without a file` : ''}`,
    ];
  });
  const loose = places.filter(({ api }) => api === null).length;
  return [
    ...changed,
    ...removed.map((slug) => `${slug}  removed; its products stay`),
    ...(loose > 0 ? [`${countOfVersions(loose, 'product')} no longer in an API`] : []),
  ];
}

/** The number of groups in the JSON that the database stores. */
function groupCount(groups: string): number {
  const list: unknown = JSON.parse(groups);
  return Array.isArray(list) ? list.length : 0;
}

function countOfVersions(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** One line for each group of synonyms, up to a limit. */
function synonymLines(groups: { phrases: string[] }[] = []): string[] {
  const rest = groups.length - notesShown;
  const lines = groups.slice(0, notesShown).map(({ phrases }) => phrases.join(', '));
  return [...lines, ...(rest > 0 ? [`and ${countOfVersions(rest, 'more group')}.`] : [])];
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
  const effect = price.mayCostMore ? 'some calls can cost more' : 'no call costs more';
  return [
    before === after
      ? `${row.slug}  ${after}, with different price lines: ${effect}`
      : `${row.slug}  ${before} → ${after}: ${effect}`,
  ];
}

/** When what may cost more is in force. Texts are published at once. */
function plannedLines({ row: { slug }, planned, withdraws }: PlannedProduct): string[] {
  const told = ({ at, waits }: NonNullable<PlannedProduct['withdraws']>) =>
    waits ? 'what waits for approval' : `what was planned for ${momentText(at.toISOString())} UTC`;
  return [
    ...(withdraws ? [`${slug}  ${told(withdraws)} is ${planned ? 'replaced' : 'withdrawn'}`] : []),
    ...(planned ? [`${slug}  ${plannedText(planned)}`] : []),
  ];
}

function plannedText({ at, waits, isNew }: NonNullable<PlannedProduct['planned']>): string {
  const when = `in force from ${momentText(at.toISOString())} UTC`;
  const already = isNew ? '' : ', as is planned already';
  return waits
    ? `waits for the approval of another person, then ${when} at the earliest`
    : `${when}${already}`;
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
