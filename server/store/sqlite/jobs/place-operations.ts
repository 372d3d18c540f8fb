import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';

const payload = z.strictObject({
  places: z.array(
    z.strictObject({
      /** The slug of a product. */
      slug: z.string(),
      /** The slug of its API; null for none. */
      api: z.string().nullable(),
      groupIndex: z.int().min(0),
      position: z.int().min(0),
    }),
  ),
});

export type PlaceOperationsPayload = z.output<typeof payload>;

/** Assigns products to their places in APIs, or removes them. */
export const placeOperations: Job<PlaceOperationsPayload, Record<string, never>> = {
  payload,
  publishes: 'catalogue',
  prepare(database) {
    const texts = prepareApiTexts(database);
    const findProduct = database.prepare<[string], number>('SELECT key FROM Product WHERE slug = ?').pluck();
    const findApi = database.prepare<[string], number>('SELECT key FROM Api WHERE slug = ?').pluck();
    const apiOf = database
      .prepare<[number], number>('SELECT apiKey FROM ApiOperation WHERE productKey = ?')
      .pluck();
    const place = database.prepare(
      `INSERT INTO ApiOperation (productKey, apiKey, groupIndex, position) VALUES (?, ?, ?, ?)
         ON CONFLICT (productKey) DO UPDATE SET
           apiKey = excluded.apiKey, groupIndex = excluded.groupIndex, position = excluded.position`,
    );
    const release = database.prepare('DELETE FROM ApiOperation WHERE productKey = ?');
    return ({ places }) => {
      const touched = new Set<number>();
      for (const { slug, api, groupIndex, position } of places) {
        const productKey = findProduct.get(slug);
        if (productKey === undefined) throw new Error(`The product ${slug} is not published.`);
        const before = apiOf.get(productKey);
        if (before !== undefined) touched.add(before);
        if (api === null) release.run(productKey);
        else {
          const apiKey = findApi.get(api);
          if (apiKey === undefined) throw new Error(`The API ${api} is not published.`);
          place.run(productKey, apiKey, groupIndex, position);
          touched.add(apiKey);
        }
      }
      touched.forEach(texts.write);
      return {};
    };
  },
};
