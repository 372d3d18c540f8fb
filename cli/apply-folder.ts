import { realpathSync } from 'node:fs';
import { applyPlan } from '../server/catalogue/apply.ts';
import { mistakeText } from '../server/catalogue/catalogue-file.ts';
import { ownerText } from '../server/catalogue/owner.ts';
import { foreignApis, foreignProducts, isEmpty, type Plan, planCatalogue } from '../server/catalogue/plan.ts';
import { readCatalogue } from '../server/catalogue/read-catalogue.ts';
import { type EgressAllow, nothingAllowed } from '../server/gateway/egress-allow.ts';
import { type DataPlace, withStoreOf } from './open-data.ts';
import { planText } from './plan-text.ts';
import { Refusal } from './refusal.ts';

interface ApplyOptions {
  folder: string;
  prune: boolean;
  dryRun: boolean;
  takeOver?: boolean;
}

/** Says the plan, then publishes it. */
export async function applyFolder(
  place: DataPlace,
  { folder, prune, dryRun, takeOver = false }: ApplyOptions,
  say: (text: string) => void,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  const reading = readCatalogue(folder, egressAllow);
  if (!reading.ok) throw new Refusal(mistakesText(reading.mistakes.map(mistakeText)));

  await withStoreOf(place, async ({ writer, publications }) => {
    const plan = await planCatalogue(publications, reading.catalogue, prune);
    if (!takeOver) refuseForeign(plan, realpathSync(folder));
    say(planText(plan, reading.catalogue));
    if (dryRun) return;
    await applyPlan(writer, plan, { takeOver });
    if (!isEmpty(plan)) say('Done.\n');
  });
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
