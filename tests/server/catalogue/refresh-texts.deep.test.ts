import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeDatabase } from '../../setup/make-database.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import SqliteDatabase from 'better-sqlite3';

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal(
    [],
    async (dataFolder) => {
      const databaseFile = join(dataFolder, 'farebox.db');
      await makeDatabase(databaseFile);
      const database = new SqliteDatabase(databaseFile);
      database.exec(`
      INSERT INTO Tag (key, kind, slug, name) VALUES (1, 1, 'sky', 'The sky'), (2, 2, 'met', 'Met');
      INSERT INTO Template (key, id, createdAt) VALUES (1, 'tpl_a', 1);
      INSERT INTO TemplateVersion (key, templateKey, number, hash, createdAt, document) VALUES (1, 1, 1, 'a', 1, '{}');
      INSERT INTO Product (key, id, slug, name, sortName, status, priceFrom, priceTo, createdAt, updatedAt, versionKey, card, introduction, doc)
      VALUES (1, 'prd_a', 'a', 'drawZonkChart', 'drawzonkchart', 1, 1, 1, 1, 1, 1, '{}', '[]', '');
      INSERT INTO ProductTag (productKey, tagKey, kind, position) VALUES (1, 1, 1, 0), (1, 2, 2, 1);
      INSERT INTO StaleProduct (productKey) VALUES (1);`);
      database.close();
    },
    {},
    undefined,
    { pages: false, toolbox: false },
  );
});
afterAll(() => portal.stop());

test('a portal that starts after an upgrade writes the search texts of its products anew', async () => {
  const slugs = async () => {
    const response = await fetch(`${portal.url}/api/product/list?q=zonk`);
    const page = z.object({ list: z.array(z.object({ slug: z.string() })) }).parse(await response.json());
    return page.list.map(({ slug }) => slug);
  };
  await expect.poll(slugs).toEqual(['a']);
});
