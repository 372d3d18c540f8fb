import { randomUUID } from 'node:crypto';
import { openWriter } from '../../server/control/open-writer.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import { randomLetters } from '../../server/random-letters.ts';
import type { JsonObject } from '../../lib/json.ts';
import { expectSoundLedger } from './call-expectations.ts';
import { testEgress } from './farebox.ts';
import { type Caller, type CallReply, sendCall } from './send-call.ts';
import { type RunningPortal, startPortal } from './start-portal.ts';
import { commonProducts, publishProducts, type TestProduct } from './test-catalogue.ts';
import { startUpstream, type Upstream } from './upstream.ts';
import { UpstreamControl } from './upstream-control.ts';

/** A portal with an upstream of the tests behind its products. */
export interface CallPortal extends RunningPortal {
  upstream: Upstream;
  control: UpstreamControl;
  call: (product: string, input?: JsonObject, caller?: Caller) => Promise<CallReply>;
}

/** Its ledger must be sound when it is stopped. */
export async function startCallPortal(
  variables: Record<string, string> = {},
  moreProducts: readonly TestProduct[] = [],
): Promise<CallPortal> {
  const upstream = await startUpstream();
  const portal = await startPortal([], undefined, { FAREBOX_EGRESS_ALLOW: testEgress, ...variables });
  await publishProducts(portal.dataFolder, upstream.url, [...commonProducts, ...moreProducts]);
  return {
    ...portal,
    upstream,
    control: new UpstreamControl(upstream.url),
    call: (product, input = {}, caller) => sendCall(portal.url, product, input, caller),
    async stop() {
      try {
        expectSoundLedger(portal.dataFolder);
      } finally {
        await portal.stop();
        await upstream.close();
      }
    },
  };
}

export interface TestAccount {
  id: string;
  keyId: string;
  key: string;
}

/** Accounts by the way that the command line takes, many of them in the time of one command. */
export async function makeAccounts(dataFolder: string, credits: readonly number[]): Promise<TestAccount[]> {
  const writer = await openWriter(dataFolder);
  const nowMs = Date.now();
  const caps = { capDay: null, capMonth: null, capTotal: null };
  try {
    return await Promise.all(
      credits.map(async (amount) => {
        const account = {
          id: `acc_${randomLetters(16)}`,
          keyId: `key_${randomLetters(16)}`,
          key: makeApiKey(),
        };
        const { id, keyId, key } = account;
        await writer.run('create-account', { id, name: randomUUID(), now: nowMs });
        await writer.run('create-key', {
          ...{ id: keyId, accountId: id, name: '', hash: hashApiKey(key), hint: hintOfApiKey(key) },
          ...{ operator: false, now: nowMs, expiresAt: null, ...caps },
        });
        if (amount > 0)
          await writer.run('grant', {
            purseId: id,
            credits: amount,
            kind: 'grant',
            reason: 'For a test',
            nowMs,
          });
        return account;
      }),
    );
  } finally {
    await writer.close();
  }
}

/** One account with so many credits. */
export async function makeAccount(dataFolder: string, credits: number): Promise<TestAccount> {
  const [account] = await makeAccounts(dataFolder, [credits]);
  if (!account) throw new Error('No account was made.');
  return account;
}
