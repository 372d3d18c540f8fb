import { job } from '../sql/job.ts';
import { run, statement, type Steps } from '../sql/statement.ts';

const forget = statement('UPDATE Product SET featured = NULL WHERE featured IS NOT NULL');
const feature = statement('UPDATE Product SET featured = ? WHERE slug = ?');

/** Says which products the catalogue shows first, in their order. */
export const featureProducts = job({
  name: 'feature-products',
  publishes: 'catalogue',
  *steps({ slugs }: { slugs: string[] }): Steps<{ featured: number }> {
    yield* run(forget);
    let featured = 0;
    for (const slug of slugs) featured += yield* run(feature, featured + 1, slug);
    return { featured };
  },
  audit: ({ slugs }) => ({ target: null, after: { products: slugs } }),
});
