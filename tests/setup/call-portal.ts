import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { DataPlace } from '../../server/env.ts';
import { openCommandStore } from '../../server/control/open-store.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import { randomLetters } from '../../server/call-id.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Writer } from '../../server/store/writer.ts';
import { expectSoundLedger } from './call-expectations.ts';
import { placeOf } from './data-place.ts';
import { testEgress } from './farebox.ts';
import { type Caller, type CallReply, sendCall } from './send-call.ts';
import { type Parts, type RunningPortal, startPortal } from './start-portal.ts';
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
  parts: Parts = {},
): Promise<CallPortal> {
  const upstream = await startUpstream();
  const settings = { FAREBOX_EGRESS_ALLOW: testEgress, ...variables };
  const portal = await startPortal([], undefined, settings, undefined, parts);
  await publishProducts(portal.dataFolder, upstream.url, [...commonProducts, ...moreProducts]);
  return {
    ...portal,
    upstream,
    control: new UpstreamControl(upstream.url),
    call: (product, input = {}, caller) => sendCall(portal.url, product, input, caller),
    async stop() {
      try {
        await expectSoundLedger(portal.dataFolder);
      } finally {
        await portal.stop();
        await upstream.close();
      }
    },
  };
}

/** The portal that all tests of the contract share. */
export function sharedPortal(): Pick<CallPortal, 'url' | 'dataFolder' | 'control' | 'call'> {
  const url = inject('portalUrl');
  return {
    url,
    dataFolder: inject('dataFolder'),
    control: new UpstreamControl(inject('upstreamUrl')),
    call: (product, input = {}, caller) => sendCall(url, product, input, caller),
  };
}

export interface TestAccount {
  id: string;
  key: string;
}

/** Accounts by the way that the command line takes, many of them in the time of one command. */
export function makeAccounts(dataFolder: string, credits: readonly number[]): Promise<TestAccount[]> {
  return makeAccountsAt(placeOf(dataFolder), credits);
}

/** The same on a data folder or a database. */
export async function makeAccountsAt(place: DataPlace, credits: readonly number[]): Promise<TestAccount[]> {
  const { writer, close } = await openCommandStore(place);
  const now = Date.now();
  try {
    return await Promise.all(
      credits.map(async (amount) => {
        const id = `acc_${randomLetters(16)}`;
        await writer.run('create-account', { id, name: randomUUID(), now });
        const key = await makeKey(writer, id, null);
        const grant = {
          purseId: id,
          credits: amount,
          kind: 'grant',
          reason: 'For a test',
          nowMs: now,
        } as const;
        if (amount > 0) await writer.run('grant', grant);
        return { id, key };
      }),
    );
  } finally {
    await close();
  }
}

/** One account with so many credits. */
export async function makeAccount(dataFolder: string, credits: number): Promise<TestAccount> {
  const [account] = await makeAccounts(dataFolder, [credits]);
  if (!account) throw new Error('No account was made.');
  return account;
}

/** A key that ends at a moment, which may be over: the command line makes no such key. */
export async function makeKeyUntil(
  dataFolder: string,
  accountId: string,
  expiresAt: number,
): Promise<string> {
  const { writer, close } = await openCommandStore(placeOf(dataFolder));
  try {
    return await makeKey(writer, accountId, expiresAt);
  } finally {
    await close();
  }
}

async function makeKey(writer: Writer, accountId: string, expiresAt: number | null): Promise<string> {
  const key = makeApiKey();
  await writer.run('create-key', {
    ...{
      id: `key_${randomLetters(16)}`,
      accountId,
      name: '',
      hash: hashApiKey(key),
      hint: hintOfApiKey(key),
    },
    ...{ operator: false, now: Date.now(), expiresAt, capDay: null, capMonth: null, capTotal: null },
  });
  return key;
}
