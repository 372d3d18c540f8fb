import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { migrationsFolder } from '../../prisma/migration-list.ts';
import { startPortal } from '../setup/start-portal.ts';
import { listOf } from './shapes.ts';

it('keeps a connection for longer than the minute for which proxies do', async () => {
  const answer = await fetch(`${inject('portalUrl')}/api/health`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=75');
});

it('brings the database of an older version up to date when it starts', async () => {
  const portal = await startPortal([], async (dataFolder) => {
    const older = join(dataFolder, 'older-migrations');
    const [first = ''] = (await readdir(migrationsFolder)).sort();
    await cp(join(migrationsFolder, first), join(older, first), { recursive: true });
    expect(await migrate(join(dataFolder, 'farebox.db'), older)).toEqual([first]);
  });
  try {
    const answer = await fetch(`${portal.url}/api/product/list?q=barcode`);
    expect(answer.status).toBe(200);
    expect(listOf(await answer.json()).list.map(({ slug }) => slug)).toContain('barcode');
  } finally {
    await portal.stop();
  }
});
