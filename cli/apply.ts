import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyPlan } from '../server/catalogue/apply.ts';
import { mistakeText } from '../server/catalogue/catalogue-file.ts';
import { ownerText } from '../server/catalogue/owner.ts';
import { foreignApis, foreignProducts, isEmpty, type Plan, planCatalogue } from '../server/catalogue/plan.ts';
import { readCatalogue } from '../server/catalogue/read-catalogue.ts';
import { openWriter } from '../server/control/open-writer.ts';
import { openDatabase } from '../server/store/sqlite/database.ts';
import { readSettings } from '../server/env.ts';
import { type EgressAllow, nothingAllowed } from '../server/gateway/egress-allow.ts';
import { planText } from './plan-text.ts';
import { Refusal } from './refusal.ts';

interface ApplyOptions {
  folder: string;
  prune: boolean;
  dryRun: boolean;
  takeOver?: boolean;
}

/** `farebox apply FOLDER`. It asks nothing: whoever wants to look first says --dry-run. */
export async function applyCommand(args: string[]): Promise<number> {
  const { dataFolder, egressAllow } = readSettings();
  await applyFolder(dataFolder, readArguments(args), (text) => process.stdout.write(text), egressAllow);
  return 0;
}

/** Says the plan, then carries it out. */
export async function applyFolder(
  dataFolder: string,
  { folder, prune, dryRun, takeOver = false }: ApplyOptions,
  say: (text: string) => void,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  const reading = readCatalogue(folder, egressAllow);
  if (!reading.ok) throw new Refusal(mistakesText(reading.mistakes.map(mistakeText)));

  const writer = await openWriter(dataFolder);
  const database = openDatabase(join(dataFolder, 'farebox.db'));
  try {
    const plan = await planCatalogue(database, reading.catalogue, prune);
    if (!takeOver) refuseForeign(plan, realpathSync(folder));
    say(planText(plan, reading.catalogue));
    if (dryRun) return;
    await applyPlan(writer, plan, { takeOver });
    if (!isEmpty(plan)) say('Done.\n');
  } finally {
    await database.$disconnect();
    await writer.close();
  }
}

function readArguments(args: string[]): ApplyOptions {
  const usage =
    'Expected farebox apply FOLDER [--prune] [--take-over] [--dry-run], as in: npm run farebox -- apply catalogue.';
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        prune: { type: 'boolean', default: false },
        'take-over': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Refusal(usage);
    return { folder, prune: values.prune, takeOver: values['take-over'], dryRun: values['dry-run'] };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${usage} (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** As many as a person reads at one time. */
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
