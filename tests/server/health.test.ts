import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { health } from '../../server/portal/health.ts';
import { openPortalUnderTest } from './portal-under-test.ts';

test('a portal is well while its database answers, and unavailable when it does not', async () => {
  const { context, database, dataFolder, close } = await openPortalUnderTest({});
  expect(await health(context)).toEqual({ status: 'ok' });
  // It connects again with the next statement.
  await database.$disconnect();
  await rename(dataFolder, `${dataFolder}-away`);
  await expect(health(context)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  });
  await rename(`${dataFolder}-away`, dataFolder);
  expect(await health(context)).toEqual({ status: 'ok' });
  await close();
});
