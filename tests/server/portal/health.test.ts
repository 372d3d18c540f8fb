import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { health } from '../../../server/api/operators/supervision.ts';
import { openPortalUnderTest } from '../../setup/portal-under-test.ts';

test('a portal is well while its database answers, and unavailable when it does not', async () => {
  const { context, dataFolder, close } = await openPortalUnderTest({});
  // It connects again with the next statement.
  await context.store.close();
  await rename(dataFolder, `${dataFolder}-away`);
  await expect(health(context)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  });
  await rename(`${dataFolder}-away`, dataFolder);
  expect(await health(context)).toEqual({ status: 'ok' });
  await close();
});

test('a portal is ready until it cannot write or is told to stop', async () => {
  const { context, writer, close } = await openPortalUnderTest({});
  expect(await context.readiness.check()).toEqual({ status: 'ready' });
  await writer.close();
  const check = () => context.readiness.check().catch((problem: unknown) => problem);
  // The last answer is remembered for a second.
  await expect.poll(check).toMatchObject({
    code: 'unavailable',
    detail: 'The database cannot be written.',
    headers: { 'retry-after': '1' },
  });
  context.readiness.stop();
  expect(await check()).toMatchObject({ code: 'unavailable', detail: 'The portal is stopping.' });
  await close();
});
