import { realpathSync } from 'node:fs';
import { applyPlan } from '../server/catalogue/apply.ts';
import { mistakeText } from '../server/catalogue/catalogue-file.ts';
import { ownerText } from '../server/catalogue/product-row.ts';
import { foreignApis, foreignProducts, isEmpty, type Plan, planCatalogue } from '../server/catalogue/plan.ts';
import { type Catalogue, readCatalogue } from '../server/catalogue/read-catalogue.ts';
import type { PublishingSettings } from '../server/products/online-hindrance.ts';
import { nothingAllowed } from '../server/gateway/egress-allow.ts';
import { publishingSettingsOf } from '../server/control/open-store.ts';
import { type DataPlace, withStoreOf } from './operate.ts';
import { planText } from './plan-text.ts';
import { Refusal } from './print.ts';

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
  const { egressAllow, secrets } = await publishingSettingsOf(place, own);
  const reading = readCatalogue(folder, egressAllow);
  if (!reading.ok) throw new Refusal(mistakesText(reading.mistakes.map(mistakeText)));

  await withStoreOf(place, async ({ writer, publications }) => {
    const wished = await planCatalogue(publications, reading.catalogue, prune);
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
      `Nothing was published: ${countOf(lacking.length, 'product')} would be online and ${have} no upstream credential. Set the variables, or the same names with _FILE to files that hold the values, and restart the portal; or leave ${them} offline with --force.`,
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
