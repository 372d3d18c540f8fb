import { z } from 'zod';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps } from '../sql/statement.ts';
import { writeApiTexts } from './product-texts.ts';

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const findApi = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ?');
const findPlace = statement<{ apiKey: number }>('SELECT apiKey FROM ApiOperation WHERE productKey = ?');
const place = statement(
  `INSERT INTO ApiOperation (productKey, apiKey, groupIndex, position) VALUES (?, ?, ?, ?)
     ON CONFLICT (productKey) DO UPDATE SET
       apiKey = excluded.apiKey, groupIndex = excluded.groupIndex, position = excluded.position`,
);
const release = statement('DELETE FROM ApiOperation WHERE productKey = ?');

/** Puts products into their places among the operations of APIs, or lets them stand by themselves. */
export const placeOperations = job({
  name: 'place-operations',
  // A part of publishing, which is logged.
  payload: z.strictObject({
    places: z.array(
      z.strictObject({
        /** Of a product. */
        slug: z.string(),
        /** The slug of the API that it belongs to now; null where it belongs to none. */
        api: z.string().nullable(),
        groupIndex: z.int().min(0),
        position: z.int().min(0),
      }),
    ),
  }),
  publishes: 'catalogue',
  *steps({ places }): Steps<Record<string, never>> {
    const touched = new Set<number>();
    for (const { slug, api, groupIndex, position } of places) {
      const product = yield* first(findProduct, slug);
      if (!product) throw new Error(`The product ${slug} is not published.`);
      const before = yield* first(findPlace, product.key);
      if (before) touched.add(before.apiKey);
      if (api === null) yield* run(release, product.key);
      else {
        const found = yield* first(findApi, api);
        if (!found) throw new Error(`The API ${api} is not published.`);
        yield* run(place, product.key, found.key, groupIndex, position);
        touched.add(found.key);
      }
    }
    for (const apiKey of touched) yield* writeApiTexts(apiKey);
    return {};
  },
  audit: false,
});
