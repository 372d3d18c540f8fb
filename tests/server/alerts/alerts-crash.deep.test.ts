import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { look } from '../../../server/alerts/watch-alerts.ts';
import { readSettings } from '../../../server/env.ts';
import { createAlert } from '../../../server/store/messages/alert-jobs.ts';
import { createWebhook } from '../../../server/store/messages/webhook-jobs.ts';
import { openOwnStore } from '../../../server/store/sqlite/open-own-store.ts';
import { builtScript } from '../../setup/built-script.ts';
import { makeAccount } from '../../setup/call-portal.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { runStepsIn } from '../../setup/run-steps-in.ts';
import { addMember } from '../../setup/add-member.ts';

/** A data folder with an account whose alert is reached and not told. */
async function reachedAlert(): Promise<{ dataFolder: string; accountId: string }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'farebox-alerts-crash-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  await makeDatabase(join(dataFolder, 'farebox.db'));
  const { id: accountId } = await makeAccount(dataFolder, 9);
  const { personId } = runStepsIn(dataFolder, addMember(accountId, 'owner'));
  const alert = { id: 'alr_a', accountId, watches: 'balance', credits: 10 } as const;
  const of = { keyId: null, personId: null, people: [personId], tellsWebhooks: true };
  runStepsIn(dataFolder, createAlert.steps({ ...alert, ...of, now: Date.now(), most: 1 }));
  const webhook = { id: 'whk_a', accountId, url: 'https://hooks.example/', secret: 'x' };
  runStepsIn(
    dataFolder,
    createWebhook.steps({ ...webhook, events: ['alert.reached'], now: Date.now(), most: 1 }),
  );
  return { dataFolder, accountId };
}

test.each([
  ['before', 0],
  ['after', 1],
])('a portal that is killed %s the commit loses nothing, and nothing is told twice', async (moment, told) => {
  const { dataFolder, accountId } = await reachedAlert();
  const script = await builtScript(new URL('./alerts-crash-child.ts', import.meta.url));
  const child = fork(script, [dataFolder, moment], { execArgv: [] });
  const exited = once(child, 'exit');
  const [verb] = await once(child, 'message');
  expect(verb).toBe('reach-alerts');
  child.kill('SIGKILL');
  await exited;

  const store = await openOwnStore(dataFolder);
  onTestFinished(() => store.close());
  const counts = async () => {
    const { rows } = await store.mails.list({ most: 10 });
    return [rows.length, (await store.webhooks.deliveries(accountId, 'whk_a'))?.length];
  };
  expect(await counts()).toEqual([told, told]);
  for (const _ of [1, 2]) await look({ settings: readSettings(), store }, new Map());
  expect(await counts()).toEqual([1, 1]);
  expect(await store.alerts.list(accountId)).toMatchObject([{ toldPeriod: 'below' }]);
});
