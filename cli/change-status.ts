import { didYouMean } from '../lib/text/closest-name.ts';
import { serverProblem } from '../lib/operation/server-address.ts';
import { templateSchema } from '../lib/operation/template.ts';
import type { PrismaClient } from '../server/store/sqlite/database.ts';
import { type EgressAllow, nothingAllowed } from '../server/gateway/egress-allow.ts';
import { templateEgressProblem } from '../server/gateway/template-egress-problem.ts';
import { withDataFolder } from './open-data.ts';
import { Refusal } from './refusal.ts';

/** Changes all of the products, or none if one of them cannot change. */
export async function changeStatus(
  dataFolder: string,
  status: 'online' | 'offline',
  slugs: string[],
  say: (text: string) => void,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  await withDataFolder(dataFolder, async ({ writer, database }) => {
    for (const slug of slugs) await refuseImpossible(database, status, slug, egressAllow);
    const now = Date.now();
    const { changed } = await writer.run('set-status', { slugs, status: status === 'online' ? 1 : 0, now });
    for (const slug of slugs)
      say(`${slug} ${changed.includes(slug) ? `is ${status}` : `was already ${status}`}.\n`);
  });
}

async function refuseImpossible(
  database: PrismaClient,
  status: string,
  slug: string,
  egressAllow: EgressAllow,
): Promise<void> {
  const product = await database.product.findUnique({ where: { slug }, include: { version: true } });
  if (!product) {
    const known = await database.product.findMany({ select: { slug: true }, take: 5_000 });
    const guess = didYouMean(
      slug,
      known.map((one) => one.slug),
    );
    throw new Refusal(`There is no product "${slug}".${guess || ' Publish it with farebox apply.'}`);
  }
  if (status === 'offline') return;
  const template = templateSchema.parse(JSON.parse(product.version.document));
  const problem = serverProblem(template) ?? templateEgressProblem(template, egressAllow);
  if (problem !== undefined) throw new Refusal(`${slug} cannot go online. ${problem}`);
}
