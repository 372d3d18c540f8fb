import { Problem } from '../../lib/problem/problem.ts';
import { foldedText } from '../../lib/text/names.ts';
import type { Context } from '../context.ts';
import { compileVersion } from '../products/compiled-version.ts';
import type { OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import { templateId } from '../catalogue/product-row.ts';
import { tagKind } from '../store/catalogue/published-product.ts';
import { findPlan } from './change-plan.ts';
import { answerOfRelease, type GivenRelease } from './publish-entry.ts';

/** As the column has them. */
const noWords = '[]';

/**
 * Publishes the version before the one that a plan brought, with the texts of today. The rule of every new version holds:
 * what provably costs no more is in force at once, and all else after its notice.
 */
export const takeBackPlan: OperatorChange<{ slug: string; plan: string }, 'publish', GivenRelease, Context> =
  {
    right: 'publish-product',
    verb: 'publish',
    status: 200,
    async prepare(context, wish) {
      const { slug } = wish;
      const plan = await findPlan(context, wish);
      const product = await findPublished(context, slug);
      if (plan.state !== 'in-force' || product.versionKey !== plan.versionKey || product.pending)
        throw new Problem(
          'changed-meanwhile',
          `Only the version that ${slug} has now can be taken back, and only while no other is planned.`,
        );
      const version = await context.store.catalogue.readVersion(plan.beforeKey);
      const { bounds } = compileVersion(version);
      const { releases } = await context.store.publications.releases(slug, { before: undefined, most: 1 });
      const after = releases[0]?.number ?? 0;
      const { id, name, introduction, searchWords, doc, tags } = product;
      return {
        payload: {
          products: [
            {
              ...{ id, slug, name, introduction, doc, after, status: null },
              ...(searchWords !== noWords && { searchWords }),
              tags: tags.map((tag) => ({ kind: tagKind.parse(tag.kind), slug: tag.slug })),
              sortName: foldedText(name),
              ...{ priceFrom: bounds.from, priceTo: bounds.to },
              template: { id: templateId(slug), hash: version.hash, document: version.document },
            },
          ],
          now: Date.now(),
        },
        given: { slug, after, changed: ['price'] },
      };
    },
    answer: (result, given) => answerOfRelease(result, given),
  };
