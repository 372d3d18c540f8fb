import { writeSync } from 'node:fs';
import { argv } from 'node:process';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const [, , databaseFile = '', run = ''] = argv;
const callers = 16;

/** Publishes until it is killed, and says each product that was acknowledged. */
const writer = await startWriter(databaseFile);
await writer.run('publish-tags', { tags: publishedTags });
await Promise.all(
  Array.from({ length: callers }, async (_, caller) => {
    for (let turn = 0; ; turn++) {
      const slug = `p-${run}-${caller}-${turn}`;
      await writer.run('publish', { products: [publishedProduct(slug)], now: turn });
      writeSync(1, `${slug}\n`);
    }
  }),
);
