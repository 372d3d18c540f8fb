import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CapAccountResult, ChangeKeyResult, KeyFacts } from '../../../server/store/account-changes.ts';
import type { Caps } from '../../../server/store/caps.ts';
import type { ChangeMemberPayload } from '../../../server/store/member-changes.ts';
import type { AddedMember } from '../../setup/add-member.ts';
import type { Balance, Hold, HoldResult, KeptAnswer, Ledger } from '../../../server/store/ledger.ts';

export interface KeyCaps {
  day: number | null;
  month: number | null;
  total: number | null;
}

/** As in DailyUse: 0 for no key and no member. */
export interface DayOfUse {
  day: string;
  productKey: number;
  apiKeyKey: number;
  memberKey: number;
  calls: number;
  credits: number;
}

/** A ledger, and what its interface has no word for: an implementation brings it to the suite. */
export interface LedgerUnderTest {
  ledger(): Ledger;
  /** Closes it as it is, and opens it again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
  /** By default of the account `acc_keys`. */
  addApiKey(caps: KeyCaps, accountId?: string): Promise<number>;
  changeApiKey(key: number, changes: Partial<KeyFacts>, accountId?: string): Promise<ChangeKeyResult>;
  revokeApiKey(key: number): Promise<unknown>;
  /** A new person in an account, which is made with its purse. */
  addMember(accountId: string, role: 'owner' | 'member'): Promise<AddedMember>;
  changeMember(change: Omit<ChangeMemberPayload, 'now'>): Promise<unknown>;
  suspend(accountId: string): Promise<unknown>;
  addOfflineProduct(): Promise<number>;
  capAccount(accountId: string, caps: Partial<Caps>): Promise<CapAccountResult>;
  /** By period, as in AccountSpend. */
  accountSpend(accountId: string): Promise<Record<string, number>>;
  removeMember(member: { accountId: string; personId: string; by: number }): Promise<unknown>;
  /** By day. */
  memberSpend(memberKey: number): Promise<Record<string, number>>;
  /** What is new, and then everything. */
  check(): Promise<string[]>;
  prune(nowMs: number, retentionDays: number): Promise<{ inputs: number; answers: number }>;
  forgetInput(callKey: number): Promise<unknown>;
  lastUsedAt(apiKeyKey: number): Promise<number | null>;
  keySpend(apiKeyKey: number): Promise<Record<string, number>>;
  dailyUse(purseId: string): Promise<DayOfUse[]>;
  input(callId: string): Promise<string | undefined>;
  call(callId: string): Promise<{ state: number; quoted: number; charged: number } | undefined>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const noon = Date.UTC(2026, 10, 21, 12);
const noCaps: KeyCaps = { day: null, month: null, total: null };
const answer: KeptAnswer = {
  status: 200,
  headers: { 'content-type': 'image/png' },
  body: Uint8Array.from([0, 1, 254, 255]),
};

let made = 0;
/** Every test has purses, calls and keys of its own, so that they share one ledger. */
function fresh(kind: string): string {
  made += 1;
  return `${kind}_${made}`;
}

type HoldChanges = Partial<Omit<Hold, 'purse'>> & { allowance?: number | null; nowMs?: number };

function holdOf(purseId: string, credits: number, changes: HoldChanges = {}): Hold {
  const { allowance = null, nowMs = noon, ...rest } = changes;
  return {
    callId: fresh('call'),
    purse: { id: purseId, allowance, nowMs },
    owner: purseId.startsWith('guest_') ? null : purseId,
    apiKeyKey: null,
    memberKey: null,
    productKey: 1,
    versionKey: 1,
    credits,
    inputHash: 'hash',
    input: '{"text":"hello"}',
    idempotency: null,
    ...rest,
  };
}

const balance = (posted: number, pending = 0): Balance => ({
  posted,
  pending,
  available: posted - pending,
});

/** The suite of every ledger, against its interface. */
export function ledgerSuite(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(name, () => {
    let subject: LedgerUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => {
      expect(await subject.check()).toEqual([]);
      await subject.close();
    });
    const ledger = () => subject.ledger();

    async function account(credits: number): Promise<string> {
      const purseId = fresh('acc');
      await ledger().grant({ purseId, credits, kind: 'grant', reason: 'To begin with', nowMs: noon });
      return purseId;
    }

    async function held(hold: Hold): Promise<Extract<HoldResult, { outcome: 'held' }>> {
      const result = await ledger().hold(hold);
      if (result.outcome !== 'held') throw new Error(`Expected a hold, and got ${JSON.stringify(result)}.`);
      return result;
    }

    const settle = (callKey: number, charged: number, nowMs = noon, kept: KeptAnswer | null = null) =>
      ledger().settle({ callKey, charged, nowMs, ending: { outcome: 'success' }, answer: kept });
    const release = (callKey: number, nowMs = noon, kept: KeptAnswer | null = null) =>
      ledger().release({ callKey, nowMs, ending: { outcome: 'timeout' }, answer: kept });
    const balanceNow = (id: string, allowance: number | null = null, nowMs = noon) =>
      ledger().balance({ id, allowance, nowMs });
    const entriesOf = (purseId: string) => ledger().entries(purseId, { page: 1, pageSize: 100 });

    describe('a hold', () => {
      test('takes its credits out of what is available, and settling charges and gives back the rest', async () => {
        const purse = await account(100);
        const { callKey, balance: afterHold } = await held(holdOf(purse, 30));
        expect(afterHold).toEqual(balance(100, 30));
        expect(await balanceNow(purse)).toEqual(balance(100, 30));
        expect(await settle(callKey, 12)).toEqual(balance(88));
        expect(await balanceNow(purse)).toEqual(balance(88));
      });

      test('is given back whole by a release', async () => {
        const purse = await account(100);
        const hold = holdOf(purse, 30);
        const { callKey } = await held(hold);
        expect(await release(callKey)).toEqual(balance(100));
        expect(await subject.call(hold.callId)).toEqual({ state: 2, quoted: 30, charged: 0 });
      });

      test('keeps the input, and the call with its state', async () => {
        const purse = await account(100);
        const hold = holdOf(purse, 30);
        const { callKey } = await held(hold);
        expect(await subject.input(hold.callId)).toBe('{"text":"hello"}');
        expect(await subject.call(hold.callId)).toEqual({ state: 0, quoted: 30, charged: 0 });
        await settle(callKey, 30);
        expect(await subject.call(hold.callId)).toEqual({ state: 1, quoted: 30, charged: 30 });
      });

      test.each([
        [0, 'held'],
        [99, 'held'],
        [100, 'held'],
        [101, 'insufficient'],
      ])('of %i of 100 credits is %s', async (credits, outcome) => {
        const purse = await account(100);
        expect(await ledger().hold(holdOf(purse, credits))).toMatchObject({ outcome });
      });

      test('counts what others hold', async () => {
        const purse = await account(100);
        await held(holdOf(purse, 60));
        expect(await ledger().hold(holdOf(purse, 41))).toEqual({
          outcome: 'insufficient',
          balance: balance(100, 60),
        });
        await held(holdOf(purse, 40));
      });

      test('of nothing is taken for a purse that is not there yet, one of something is not', async () => {
        const purse = fresh('acc');
        expect(await ledger().hold(holdOf(purse, 1))).toEqual({
          outcome: 'insufficient',
          balance: balance(0),
        });
        const { callKey } = await held(holdOf(purse, 0));
        expect(await settle(callKey, 0)).toEqual(balance(0));
      });

      test('of a hundred at once with funds for ten is given to ten', async () => {
        const purse = await account(109);
        const results = await Promise.all(
          Array.from({ length: 100 }, () => ledger().hold(holdOf(purse, 10))),
        );
        expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(10);
        expect(results.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(90);
        expect(await balanceNow(purse)).toEqual(balance(109, 100));
      });
    });

    describe('refusals leave everything as it was', () => {
      interface Refusal {
        what: string;
        act: (open: number, purse: string) => Promise<unknown>;
        says: string | RegExp;
      }
      const grantOf = (purseId: string, credits: number) =>
        ledger().grant({ purseId, credits, kind: 'correction', reason: 'Wrong', nowMs: noon });
      const refusals: Refusal[] = [
        { what: 'a charge above the quote', act: (open) => settle(open, 31), says: '30 credits are held' },
        { what: 'a charge below nothing', act: (open) => settle(open, -1), says: 'not a number of credits' },
        { what: 'half a credit', act: (open) => settle(open, 0.5), says: 'not a number of credits' },
        { what: 'no number', act: (open) => settle(open, Number.NaN), says: 'not a number of credits' },
        { what: 'a call that is not there', act: () => settle(987_654_321, 0), says: 'There is no call' },
        {
          what: 'settling twice',
          act: async (open) => {
            await settle(open, 5);
            await settle(open, 5);
          },
          says: 'resolved already',
        },
        {
          what: 'settling what was released',
          act: async (open) => {
            await release(open);
            await settle(open, 5);
          },
          says: 'resolved already',
        },
        {
          what: 'releasing what was settled',
          act: async (open) => {
            await settle(open, 5);
            await release(open);
          },
          says: 'resolved already',
        },
        { what: 'a hold below nothing', act: (_, purse) => held(holdOf(purse, -1)), says: 'not a number' },
        {
          what: 'a hold of half a credit',
          act: (_, purse) => held(holdOf(purse, 1.5)),
          says: 'not a number',
        },
        {
          what: 'a hold by a key that is not there',
          act: (_, purse) => held(holdOf(purse, 1, { apiKeyKey: 987_654_321 })),
          says: 'There is no API key',
        },
        {
          what: 'a second call of the same id',
          act: async (_, purse) => {
            const { callKey } = await held(holdOf(purse, 1, { callId: `${purse}_twice` }));
            await release(callKey);
            await held(holdOf(purse, 1, { callId: `${purse}_twice` }));
          },
          says: /unique/i,
        },
        { what: 'a grant of nothing', act: (_, purse) => grantOf(purse, 0), says: 'not 0' },
        { what: 'a grant of half a credit', act: (_, purse) => grantOf(purse, 0.5), says: 'must be whole' },
        {
          what: 'taking what is held',
          act: (_, purse) => grantOf(purse, -71),
          says: 'has 70 credits available',
        },
        {
          what: 'more than can be counted',
          act: (_, purse) => grantOf(purse, 2 ** 53 - 1),
          says: 'available',
        },
        { what: 'a grant to the portal itself', act: () => grantOf('earned', 5), says: 'cannot be added' },
      ];

      test.each(refusals)('$what', async ({ act, says }) => {
        const purse = await account(100);
        const { callKey } = await held(holdOf(purse, 30));
        const before = await ledger().balance({ id: 'earned', allowance: null, nowMs: noon });
        const paidOnce = says === 'resolved already';
        await expect(act(callKey, purse)).rejects.toThrow(says);
        if (paidOnce) {
          const { posted, pending } = await balanceNow(purse);
          expect([95, 100]).toContain(posted);
          expect(pending).toBe(0);
        } else {
          expect(await balanceNow(purse)).toEqual(balance(100, 30));
          expect((await entriesOf(purse)).total).toBe(1);
          expect(await balanceNow('earned')).toEqual(before);
        }
      });

      test('a hold on the purse that charges go to', async () => {
        expect(await ledger().hold(holdOf('earned', 1))).toMatchObject({ outcome: 'insufficient' });
      });
    });

    describe('entries', () => {
      test('say what was moved, by which call and why, newest first', async () => {
        const purse = await account(100);
        const hold = holdOf(purse, 30);
        await settle((await held(hold)).callKey, 12, noon + 5);
        const move = (credits: number, kind: 'refund' | 'correction', reason: string) =>
          ledger().grant({ purseId: purse, credits, kind, reason, nowMs: noon + 10 });
        expect(await move(2, 'refund', 'It was late')).toEqual({
          ...balance(90),
          entryId: expect.any(Number),
        });
        expect(await move(-40, 'correction', 'Granted twice')).toEqual({
          ...balance(50),
          entryId: expect.any(Number),
        });
        const { list, total } = await entriesOf(purse);
        expect(total).toBe(4);
        expect(list.map(({ amount, kind, callId, reason }) => [amount, kind, callId, reason])).toEqual([
          [-40, 'correction', null, 'Granted twice'],
          [2, 'refund', null, 'It was late'],
          [-12, 'charge', hold.callId, null],
          [100, 'grant', null, 'To begin with'],
        ]);
        expect(list[2]?.at).toBe('2026-11-21T12:00:00.005Z');
      });

      test('give back for a call what it cost, in parts, and never more', async () => {
        const purse = await account(100);
        const hold = holdOf(purse, 30);
        await settle((await held(hold)).callKey, 12);
        const giveBack = (credits: number, callId = hold.callId, purseId = purse) =>
          ledger().grant({ purseId, credits, kind: 'refund', reason: '', nowMs: noon, callId });
        expect(await giveBack(5)).toEqual({ ...balance(93), entryId: expect.any(Number) });
        await expect(giveBack(8)).rejects.toThrow('cost 12 credits, of which 7 can still be given back');
        await expect(giveBack(1, 'call_of_nobody')).rejects.toThrow('has made no call');
        await expect(giveBack(1, hold.callId, fresh('acc'))).rejects.toThrow('has made no call');
        expect(await balanceNow(purse)).toEqual(balance(93));
        expect(await giveBack(7)).toEqual({ ...balance(100), entryId: expect.any(Number) });
        expect((await entriesOf(purse)).list[0]).toMatchObject({ kind: 'refund', callId: hold.callId });
      });

      test('of a call that cost nothing are none', async () => {
        const purse = await account(100);
        await settle((await held(holdOf(purse, 30))).callKey, 0);
        expect((await entriesOf(purse)).total).toBe(1);
      });

      test('are read by pages, and those of nobody are none', async () => {
        const purse = await account(1);
        for (const credits of [2, 3, 4, 5])
          await ledger().grant({ purseId: purse, credits, kind: 'grant', reason: '', nowMs: noon });
        const page = await ledger().entries(purse, { page: 2, pageSize: 2 });
        expect(page.list.map(({ amount }) => amount)).toEqual([3, 2]);
        expect(page.total).toBe(5);
        expect(await ledger().entries(fresh('acc'), { page: 1, pageSize: 2 })).toEqual({
          list: [],
          total: 0,
        });
      });

      test('take charges to "earned", and refunds out of it', async () => {
        const earned = async () => (await balanceNow('earned')).posted;
        const before = await earned();
        const purse = await account(100);
        expect(await earned()).toBe(before);
        await settle((await held(holdOf(purse, 30))).callKey, 30);
        expect(await earned()).toBe(before + 30);
        await ledger().grant({ purseId: purse, credits: 8, kind: 'refund', reason: '', nowMs: noon });
        expect(await earned()).toBe(before + 22);
      });
    });

    describe("a guest's allowance", () => {
      const kinds = async (purse: string) => {
        const { list } = await entriesOf(purse);
        return list.map(({ kind, amount }) => [kind, amount]);
      };

      test('counts before anything was written, and is an entry from the first hold on', async () => {
        const purse = fresh('guest');
        expect(await balanceNow(purse, 1000)).toEqual(balance(1000));
        expect((await entriesOf(purse)).total).toBe(0);
        const { balance: afterHold } = await held(holdOf(purse, 400, { allowance: 1000 }));
        expect(afterHold).toEqual(balance(1000, 400));
        expect(await balanceNow(purse, 1000)).toEqual(balance(1000, 400));
        expect(await kinds(purse)).toEqual([['allowance', 1000]]);
      });

      test('is given once in a day, and fills up on the next', async () => {
        const purse = fresh('guest');
        const call = async (charged: number, nowMs: number) =>
          settle((await held(holdOf(purse, charged, { allowance: 1000, nowMs }))).callKey, charged, nowMs);
        expect(await call(700, noon)).toEqual(balance(300));
        expect(await ledger().hold(holdOf(purse, 301, { allowance: 1000 }))).toEqual({
          outcome: 'insufficient',
          balance: balance(300),
        });
        expect(await balanceNow(purse, 1000, noon + dayMs)).toEqual(balance(1000));
        expect(await call(100, noon + dayMs)).toEqual(balance(900));
        expect(await kinds(purse)).toEqual([
          ['charge', -100],
          ['allowance', 700],
          ['charge', -700],
          ['allowance', 1000],
        ]);
      });

      test('changes with the day of UTC, at midnight', async () => {
        const purse = fresh('guest');
        const midnight = Date.UTC(2026, 10, 22);
        const { callKey } = await held(holdOf(purse, 1000, { allowance: 1000, nowMs: midnight - 1 }));
        await settle(callKey, 1000, midnight - 1);
        expect(await balanceNow(purse, 1000, midnight - 1)).toEqual(balance(0));
        expect(await balanceNow(purse, 1000, midnight)).toEqual(balance(1000));
      });

      test('is not given twice by a clock that is set back', async () => {
        const purse = fresh('guest');
        const spend = async (nowMs: number) =>
          settle((await held(holdOf(purse, 600, { allowance: 1000, nowMs }))).callKey, 600, nowMs);
        await spend(noon + dayMs);
        expect(await balanceNow(purse, 1000, noon)).toEqual(balance(400));
        expect(await ledger().hold(holdOf(purse, 600, { allowance: 1000, nowMs: noon }))).toMatchObject({
          outcome: 'insufficient',
        });
        expect(
          await ledger().hold(holdOf(purse, 600, { allowance: 1000, nowMs: noon + dayMs })),
        ).toMatchObject({
          outcome: 'insufficient',
        });
        await spend(noon + 2 * dayMs);
      });

      test('gives nothing to who has more', async () => {
        const purse = fresh('guest');
        await ledger().grant({ purseId: purse, credits: 5000, kind: 'grant', reason: '', nowMs: noon });
        await held(holdOf(purse, 1, { allowance: 1000 }));
        expect(await kinds(purse)).toEqual([['grant', 5000]]);
      });

      test('is not written for a hold that is refused all the same', async () => {
        const purse = fresh('guest');
        expect(await ledger().hold(holdOf(purse, 1001, { allowance: 1000 }))).toEqual({
          outcome: 'insufficient',
          balance: balance(1000),
        });
        expect((await entriesOf(purse)).total).toBe(0);
      });

      test('stays one when many first calls come at once', async () => {
        const purse = fresh('guest');
        const results = await Promise.all(
          Array.from({ length: 30 }, () => ledger().hold(holdOf(purse, 100, { allowance: 1000 }))),
        );
        expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(10);
        expect(await kinds(purse)).toEqual([['allowance', 1000]]);
      });
    });

    describe('the cap of a key', () => {
      const caps: { period: 'day' | 'month' | 'total'; laterMs: number }[] = [
        { period: 'day', laterMs: dayMs },
        { period: 'month', laterMs: 30 * dayMs },
      ];

      test.each(caps)('for a $period holds until the next', async ({ period, laterMs }) => {
        const purse = await account(1000);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, [period]: 100 });
        await settle((await held(holdOf(purse, 60, { apiKeyKey }))).callKey, 60);
        expect(await ledger().hold(holdOf(purse, 41, { apiKeyKey }))).toEqual({
          outcome: 'over-cap',
          period,
          cap: 100,
          spent: 60,
        });
        await held(holdOf(purse, 40, { apiKeyKey }));
        await held(holdOf(purse, 100, { apiKeyKey, nowMs: noon + laterMs }));
        expect(await balanceNow(purse)).toEqual(balance(940, 140));
      });

      test('for all time holds for ever', async () => {
        const purse = await account(1000);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, total: 100 });
        await held(holdOf(purse, 100, { apiKeyKey }));
        expect(await ledger().hold(holdOf(purse, 1, { apiKeyKey, nowMs: noon + 400 * dayMs }))).toMatchObject(
          {
            outcome: 'over-cap',
            period: 'total',
          },
        );
      });

      test('counts what is held, and gets back what was not charged, in the periods of the hold', async () => {
        const purse = await account(1000);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 100 });
        const first = await held(holdOf(purse, 60, { apiKeyKey }));
        const second = await held(holdOf(purse, 40, { apiKeyKey }));
        expect(await subject.keySpend(apiKeyKey)).toEqual({ '2026-11': 100, '2026-11-21': 100, all: 100 });
        await settle(first.callKey, 10, noon + 40 * dayMs);
        await release(second.callKey, noon + 40 * dayMs);
        expect(await subject.keySpend(apiKeyKey)).toEqual({ '2026-11': 10, '2026-11-21': 10, all: 10 });
      });

      test('is not counted for a hold that the purse refuses, nor for a key without one', async () => {
        const purse = await account(10);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 100 });
        expect(await ledger().hold(holdOf(purse, 11, { apiKeyKey }))).toMatchObject({
          outcome: 'insufficient',
        });
        expect(await subject.keySpend(apiKeyKey)).toEqual({});
        const uncapped = await subject.addApiKey(noCaps);
        await held(holdOf(purse, 10, { apiKeyKey: uncapped }));
        expect(await subject.keySpend(uncapped)).toEqual({});
      });
    });

    describe('of several refusals', () => {
      interface Scene {
        accountId: string;
        personId: string;
        owner: number;
        by: { apiKeyKey: number; memberKey: number };
        idempotency: { hash: string; fingerprint: string };
        offline: number;
      }
      /** The product that is offline, made once. */
      let offline: number;
      beforeAll(async () => {
        offline = await subject.addOfflineProduct();
      });

      /** A caller of whom everything may be refused, who made a call with an idempotency key before. */
      async function scene(): Promise<Scene> {
        const accountId = await account(10);
        const owner = await subject.addMember(accountId, 'owner');
        const member = await subject.addMember(accountId, 'member');
        const by = { apiKeyKey: await subject.addApiKey(noCaps, accountId), memberKey: member.key };
        const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
        const first = holdOf(accountId, 1, { ...by, productKey: offline + 1, idempotency });
        await release((await held(first)).callKey);
        return { accountId, personId: member.personId, owner: owner.personKey, by, idempotency, offline };
      }

      /** The one order of refusals, from the first on. Each holds of every caller of the rows after it, too. */
      const order: { outcome: string; refuse: (scene: Scene) => Promise<unknown>; replays?: true }[] = [
        { outcome: 'key-revoked', refuse: ({ by }) => subject.revokeApiKey(by.apiKeyKey) },
        { outcome: 'suspended', refuse: ({ accountId }) => subject.suspend(accountId) },
        {
          outcome: 'no-member',
          refuse: ({ accountId, personId, owner }) =>
            subject.changeMember({ accountId, personId, by: owner, role: 'viewer' }),
        },
        {
          outcome: 'out-of-scope',
          refuse: ({ accountId, by }) =>
            subject.changeApiKey(by.apiKeyKey, { products: [987_654] }, accountId),
        },
        { outcome: 'done', replays: true, refuse: async () => {} },
        { outcome: 'offline', refuse: async () => {} },
        {
          outcome: 'over-cap',
          refuse: ({ accountId, by }) => subject.changeApiKey(by.apiKeyKey, { capDay: 5 }, accountId),
        },
        {
          outcome: 'over-member-cap',
          refuse: ({ accountId, personId, owner }) =>
            subject.changeMember({ accountId, personId, by: owner, caps: { capMonth: 6 } }),
        },
        {
          outcome: 'over-account-cap',
          refuse: ({ accountId }) => subject.capAccount(accountId, { capTotal: 7 }),
        },
        { outcome: 'insufficient', refuse: async () => {} },
      ];

      test.each(order.map(({ outcome }, index) => ({ outcome, index })))(
        'the first is said: $outcome',
        async ({ outcome, index }) => {
          const at = await scene();
          // A key that is revoked is changed no more, and a member who may not call loses theirs: the last refusal comes first.
          for (const { refuse } of order.slice(index).toReversed()) await refuse(at);
          const isOffline = index <= order.findIndex((row) => row.outcome === 'offline');
          const isRepeated = index <= order.findIndex(({ replays }) => replays);
          const refused = holdOf(at.accountId, 20, {
            ...at.by,
            productKey: isOffline ? at.offline : at.offline + 1,
            ...(isRepeated && { idempotency: at.idempotency }),
          });
          expect(await ledger().hold(refused)).toMatchObject({ outcome });
        },
      );

      test('the limits are the caps that are read before the call, and the balance', async () => {
        const at = await scene();
        await held(holdOf(at.accountId, 3, at.by));
        for (const { refuse } of order.slice(6).toReversed()) await refuse(at);
        const of = { ...at.by, purseId: at.accountId, nowMs: noon };
        const caps = await ledger().caps(of);
        expect(caps).toEqual([
          { outcome: 'over-cap', period: 'day', cap: 5, spent: 3 },
          { outcome: 'over-member-cap', period: 'month', cap: 6, spent: 3 },
          { outcome: 'over-account-cap', period: 'total', cap: 7, spent: 3 },
        ]);
        const hold = (credits: number, by: HoldChanges = at.by) =>
          ledger().hold(holdOf(at.accountId, credits, by));
        expect(await hold(3)).toEqual(caps[0]);
        expect(await hold(4, { memberKey: at.by.memberKey })).toEqual(caps[1]);
        expect(await hold(5, {})).toEqual(caps[2]);
        expect(await hold(2)).toMatchObject({ outcome: 'held' });
        const tomorrow = await ledger().caps({ ...of, nowMs: noon + dayMs });
        expect(tomorrow.map(({ spent }) => spent)).toEqual([0, 5, 5]);
        expect(await ledger().caps({ ...of, apiKeyKey: null, memberKey: null })).toHaveLength(1);
        const guest = { apiKeyKey: null, memberKey: null, purseId: fresh('guest'), nowMs: noon };
        expect(await ledger().caps(guest)).toEqual([]);
      });
    });

    describe('a key that is changed', () => {
      test('holds nothing outside its scope of that moment', async () => {
        const purse = await account(100);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 50 });
        const hold = (productKey: number) => ledger().hold(holdOf(purse, 10, { apiKeyKey, productKey }));
        expect(await hold(1)).toMatchObject({ outcome: 'held' });
        await subject.changeApiKey(apiKeyKey, { products: [2, 12] });
        expect(await hold(1)).toEqual({ outcome: 'out-of-scope' });
        expect(await hold(2)).toMatchObject({ outcome: 'held' });
        await subject.changeApiKey(apiKeyKey, { access: 'read', products: null });
        expect(await hold(2)).toEqual({ outcome: 'out-of-scope' });
        expect(await balanceNow(purse)).toEqual(balance(100, 20));
        expect(await subject.keySpend(apiKeyKey)).toMatchObject({ all: 20 });
      });

      test('keeps what it has spent under other caps', async () => {
        const purse = await account(1000);
        const apiKeyKey = await subject.addApiKey({ ...noCaps, total: 100 });
        const hold = (credits: number) => ledger().hold(holdOf(purse, credits, { apiKeyKey }));
        await held(holdOf(purse, 60, { apiKeyKey }));
        await subject.changeApiKey(apiKeyKey, { capTotal: 50 });
        expect(await hold(1)).toMatchObject({ outcome: 'over-cap', period: 'total', cap: 50, spent: 60 });
        expect(await subject.changeApiKey(apiKeyKey, { capDay: 70, capTotal: null })).toMatchObject({
          ...{ outcome: 'changed', before: { capDay: null, capTotal: 50 } },
          after: { capDay: 70, capTotal: null },
        });
        expect(await hold(10)).toMatchObject({ outcome: 'held' });
        expect(await hold(1)).toMatchObject({ outcome: 'over-cap', period: 'day', cap: 70, spent: 70 });
      });

      /** A key without a cap, and calls of it that were settled, were free, and are open. */
      async function spendingKey() {
        const purse = await account(10_000);
        await subject.addMember(purse, 'owner');
        const apiKeyKey = await subject.addApiKey(noCaps, purse);
        const others = [await subject.addApiKey(noCaps, purse), null];
        const spent: Record<string, number> = { all: 0 };
        const count = (nowMs: number, credits: number) => {
          const day = new Date(nowMs).toISOString().slice(0, 10);
          for (const period of [day, day.slice(0, 7), 'all']) spent[period] = (spent[period] ?? 0) + credits;
        };
        const open: number[] = [];
        for (let index = 0; index < 48; index += 1) {
          const credits = index % 7;
          const nowMs = noon - ([0, 1, 40][index % 3] ?? 0) * dayMs;
          const { callKey } = await held(holdOf(purse, credits, { apiKeyKey, productKey: index % 5, nowMs }));
          await held(holdOf(purse, 1, { apiKeyKey: others[index % 2] ?? null }));
          const charged = [credits, Math.floor(credits / 2), 0, null][index % 4] ?? null;
          count(nowMs, charged ?? credits);
          if (charged === null) open.push(callKey);
          else await settle(callKey, charged);
          if (index === 30) expect(await subject.ledger().check()).toEqual([]);
        }
        const change = (changes: Partial<KeyFacts>) => subject.changeApiKey(apiKeyKey, changes, purse);
        return { purse, apiKeyKey, spent, open, change };
      }

      test('knows at its first cap what it has spent, and forgets it with its last', async () => {
        const { purse, apiKeyKey, spent, open, change } = await spendingKey();
        expect(await subject.keySpend(apiKeyKey)).toEqual({});
        const all = spent['all'] ?? 0;
        const hold = (credits: number) => ledger().hold(holdOf(purse, credits, { apiKeyKey }));
        await change({ capTotal: all + 9 });
        expect(await subject.keySpend(apiKeyKey)).toEqual(spent);
        expect(await subject.check()).toEqual([]);
        expect(await hold(10)).toEqual({ outcome: 'over-cap', period: 'total', cap: all + 9, spent: all });
        await held(holdOf(purse, 9, { apiKeyKey }));
        for (const callKey of open) await release(callKey);
        expect(await subject.check()).toEqual([]);
        await change({ capTotal: null });
        expect(await subject.keySpend(apiKeyKey)).toEqual({});
        await held(holdOf(purse, 50, { apiKeyKey }));
        expect(await subject.check()).toEqual([]);
        await change({ capDay: 1 });
        expect(await hold(1)).toMatchObject({ outcome: 'over-cap', period: 'day', cap: 1 });
        expect(await subject.check()).toEqual([]);
      });

      test('holds no credit above a first cap that is set while it calls', async () => {
        const { purse, apiKeyKey, spent, open, change } = await spendingKey();
        const all = spent['all'] ?? 0;
        const holds = (count: number) =>
          Array.from({ length: count }, () => ledger().hold(holdOf(purse, 1, { apiKeyKey })));
        const racing: Promise<unknown>[] = [];
        const before = holds(30);
        racing.push(...open.slice(0, 6).map((callKey) => settle(callKey, 0)));
        const changed = change({ capTotal: all + 80 });
        racing.push(...open.slice(6).map((callKey) => release(callKey)));
        const after = holds(30);
        await Promise.all([changed, ...racing, ...before, ...after]);
        // What was open is given back, and can be spent again.
        const last = (await Promise.all(holds(120))).map(({ outcome }) => outcome);
        expect(new Set(last)).toEqual(new Set(['held', 'over-cap']));
        expect((await subject.keySpend(apiKeyKey))['all']).toBe(all + 80);
        expect(await subject.check()).toEqual([]);
      });

      test('holds no credit above a lower cap from its commit on, in whatever order', async () => {
        const purse = 'acc_keys';
        await ledger().grant({ purseId: purse, credits: 1000, kind: 'grant', reason: 'Keys', nowMs: noon });
        const apiKeyKey = await subject.addApiKey({ ...noCaps, total: 1000 });
        const holdTen = () =>
          Array.from({ length: 10 }, () => ledger().hold(holdOf(purse, 1, { apiKeyKey })));
        const meanwhile = holdTen();
        const changed = subject.changeApiKey(apiKeyKey, { capTotal: 12 });
        meanwhile.push(...holdTen());
        await changed;
        await Promise.all([...meanwhile, ...holdTen()]);
        const spent = (await subject.keySpend(apiKeyKey))['all'] ?? 0;
        expect(await ledger().hold(holdOf(purse, 1, { apiKeyKey }))).toMatchObject({
          ...{ outcome: 'over-cap', cap: 12, spent },
        });
        expect(spent).toBeGreaterThanOrEqual(12);
        expect(spent).toBeLessThanOrEqual(20);
      });
    });

    describe('the cap of a member', () => {
      /** An account with an owner and another member, whose caps are changed as people do it. */
      async function team(credits: number) {
        const accountId = await account(credits);
        const owner = await subject.addMember(accountId, 'owner');
        const member = await subject.addMember(accountId, 'member');
        const of = { accountId, personId: member.personId, by: owner.personKey };
        return {
          accountId,
          owner: owner.key,
          memberKey: member.key,
          change: (change: Pick<ChangeMemberPayload, 'role' | 'caps'>) =>
            subject.changeMember({ ...of, ...change }),
          remove: () => subject.removeMember(of),
        };
      }

      const periods = [
        { period: 'day', cap: { capDay: 100 }, inside: noon + 11 * hourMs, later: noon + 12 * hourMs },
        { period: 'month', cap: { capMonth: 100 }, inside: noon + 9 * dayMs, later: noon + 10 * dayMs },
        { period: 'total', cap: { capTotal: 100 }, inside: noon + 400 * dayMs, later: null },
      ];

      test.each(periods)('for a $period counts all keys and none', async ({ period, cap, inside, later }) => {
        const { accountId, memberKey, owner, change } = await team(1000);
        await change({ caps: cap });
        const keys = [
          await subject.addApiKey(noCaps),
          await subject.addApiKey({ ...noCaps, total: 500 }),
          null,
        ];
        for (const apiKeyKey of keys) await held(holdOf(accountId, 20, { apiKeyKey, memberKey }));
        const hold = (credits: number, nowMs: number) =>
          ledger().hold(holdOf(accountId, credits, { memberKey, nowMs }));
        const refused = { outcome: 'over-member-cap', period, cap: 100, spent: 60 };
        expect(await hold(41, inside)).toEqual(refused);
        expect(await hold(40, inside)).toMatchObject({ outcome: 'held' });
        await held(holdOf(accountId, 200, { memberKey: owner }));
        if (later !== null) expect(await hold(100, later)).toMatchObject({ outcome: 'held' });
      });

      test('knows what was spent before it was set, and holds when it is lowered', async () => {
        const { accountId, memberKey, change } = await team(1000);
        await settle((await held(holdOf(accountId, 60, { memberKey, nowMs: noon - dayMs }))).callKey, 50);
        await change({ caps: { capMonth: 60 } });
        expect(await ledger().hold(holdOf(accountId, 11, { memberKey }))).toEqual({
          outcome: 'over-member-cap',
          period: 'month',
          cap: 60,
          spent: 50,
        });
        await held(holdOf(accountId, 10, { memberKey }));
        await change({ caps: { capMonth: 10 } });
        expect(await ledger().hold(holdOf(accountId, 1, { memberKey }))).toMatchObject({
          cap: 10,
          spent: 60,
        });
        await change({ caps: { capMonth: null } });
        await held(holdOf(accountId, 1, { memberKey }));
      });

      test('gets back what was not charged, on the day of the hold', async () => {
        const { accountId, memberKey, change } = await team(1000);
        await change({ caps: { capDay: 100 } });
        const first = await held(holdOf(accountId, 60, { memberKey }));
        const second = await held(holdOf(accountId, 40, { memberKey }));
        await settle(first.callKey, 10, noon + 40 * dayMs);
        await release(second.callKey, noon + 40 * dayMs);
        expect(await subject.memberSpend(memberKey)).toEqual({ '2026-11-21': 10 });
      });

      test('is not counted for what is refused', async () => {
        const { accountId, memberKey, change } = await team(10);
        await change({ caps: { capTotal: 100 } });
        expect(await ledger().hold(holdOf(accountId, 11, { memberKey }))).toMatchObject({
          outcome: 'insufficient',
        });
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 1 });
        expect(await ledger().hold(holdOf(accountId, 2, { memberKey, apiKeyKey }))).toMatchObject({
          outcome: 'over-cap',
        });
        expect(await subject.memberSpend(memberKey)).toEqual({});
      });

      test('gives exactly its credits to a hundred calls at once, with several keys', async () => {
        const { accountId, memberKey, change } = await team(1000);
        await change({ caps: { capDay: 40, capMonth: 23 } });
        const keys = [await subject.addApiKey(noCaps), await subject.addApiKey(noCaps), null];
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            ledger().hold(holdOf(accountId, 1, { memberKey, apiKeyKey: keys[index % 3] ?? null })),
          ),
        );
        expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(23);
        expect(results.filter(({ outcome }) => outcome === 'over-member-cap')).toHaveLength(77);
      });

      test('is set between calls, of which those after it keep it', async () => {
        const { accountId, memberKey, change } = await team(1000);
        const holdTen = () =>
          Array.from({ length: 10 }, () => ledger().hold(holdOf(accountId, 1, { memberKey })));
        const meanwhile = holdTen();
        const changed = change({ caps: { capTotal: 12 } });
        meanwhile.push(...holdTen());
        await changed;
        await Promise.all([...meanwhile, ...holdTen()]);
        const { pending } = await balanceNow(accountId);
        expect(await ledger().hold(holdOf(accountId, 1, { memberKey }))).toMatchObject({
          ...{ outcome: 'over-member-cap', cap: 12, spent: pending },
        });
        // Only calls that came before the cap can have passed it.
        expect(pending).toBeLessThanOrEqual(20);
        expect(await subject.memberSpend(memberKey)).toEqual({ '2026-11-21': pending });
      });

      test.each(['viewer', 'billing'] as const)('holds nothing for a %s', async (role) => {
        const { accountId, memberKey, change } = await team(100);
        await change({ role });
        expect(await ledger().hold(holdOf(accountId, 0, { memberKey }))).toEqual({ outcome: 'no-member' });
      });

      test('holds nothing for somebody who was removed, whatever was asked before and not yet held', async () => {
        const { accountId, memberKey, remove } = await team(100);
        const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
        await held(holdOf(accountId, 1, { memberKey, idempotency }));
        const holdTen = () =>
          Array.from({ length: 10 }, () => ledger().hold(holdOf(accountId, 1, { memberKey })));
        const meanwhile = holdTen();
        const removed = remove();
        meanwhile.push(...holdTen());
        await removed;
        const after = [...holdTen(), ledger().hold(holdOf(accountId, 1, { memberKey, idempotency }))];
        for (const hold of await Promise.all(after)) expect(hold).toEqual({ outcome: 'no-member' });
        const heldCalls = (await Promise.all(meanwhile)).filter(({ outcome }) => outcome === 'held');
        expect((await balanceNow(accountId)).pending).toBe(1 + heldCalls.length);
      });
    });

    describe('the cap of an account', () => {
      const cap = (accountId: string, caps: Partial<Caps>) => subject.capAccount(accountId, caps);
      const spendOf = (accountId: string) => subject.accountSpend(accountId);

      const periods = [
        { period: 'day', caps: { capDay: 100 }, inside: noon + 11 * hourMs, later: noon + 12 * hourMs },
        { period: 'month', caps: { capMonth: 100 }, inside: noon + 9 * dayMs, later: noon + 10 * dayMs },
        { period: 'total', caps: { capTotal: 100 }, inside: noon + 400 * dayMs, later: null },
      ];

      test.each(periods)(
        'for a $period counts all its members and keys',
        async ({ period, caps, inside, later }) => {
          const accountId = await account(1000);
          const { key: memberKey } = await subject.addMember(accountId, 'owner');
          const apiKeyKey = await subject.addApiKey({ ...noCaps, total: 500 }, accountId);
          expect(await cap(accountId, caps)).toMatchObject({ outcome: 'capped', after: caps });
          await held(holdOf(accountId, 20, { apiKeyKey, memberKey }));
          await held(holdOf(accountId, 20, { memberKey }));
          await settle((await held(holdOf(accountId, 30))).callKey, 20);
          const hold = (credits: number, nowMs: number) =>
            ledger().hold(holdOf(accountId, credits, { nowMs }));
          const refused = { outcome: 'over-account-cap', period, cap: 100, spent: 60 };
          expect(await hold(41, inside)).toEqual(refused);
          expect(await hold(40, inside)).toMatchObject({ outcome: 'held' });
          expect(await hold(1, inside)).toEqual({ ...refused, spent: 100 });
          if (later !== null) expect(await hold(100, later)).toMatchObject({ outcome: 'held' });
        },
      );

      test('is asked for after those of the key and the member, and before the balance', async () => {
        const accountId = await account(10);
        const owner = await subject.addMember(accountId, 'owner');
        const member = await subject.addMember(accountId, 'member');
        const of = { accountId, personId: member.personId, by: owner.personKey };
        await subject.changeMember({ ...of, caps: { capDay: 2 } });
        await cap(accountId, { capDay: 3, capMonth: 4 });
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 1 }, accountId);
        const hold = (credits: number, by: HoldChanges = {}) => ledger().hold(holdOf(accountId, credits, by));
        const [byKey, byMember] = [{ apiKeyKey, memberKey: member.key }, { memberKey: member.key }];
        expect(await hold(20, byKey)).toMatchObject({ outcome: 'over-cap', cap: 1 });
        expect(await hold(20, byMember)).toMatchObject({ outcome: 'over-member-cap', cap: 2 });
        expect(await hold(20)).toMatchObject({ outcome: 'over-account-cap', period: 'day', cap: 3 });
        await cap(accountId, { capDay: null });
        expect(await hold(20)).toMatchObject({ outcome: 'over-account-cap', period: 'month', cap: 4 });
        await cap(accountId, { capMonth: 50 });
        expect(await hold(20)).toEqual({ outcome: 'insufficient', balance: balance(10) });
        expect(await spendOf(accountId)).toEqual({});
        expect(await subject.keySpend(apiKeyKey)).toEqual({});
      });

      test('gets back what was not charged, in the periods of the hold', async () => {
        const accountId = await account(1000);
        await cap(accountId, { capDay: 100 });
        const calls = [60, 30, 10];
        const [first, second] = await Promise.all(calls.map((credits) => held(holdOf(accountId, credits))));
        expect(await spendOf(accountId)).toEqual({ '2026-11': 100, '2026-11-21': 100, all: 100 });
        await settle(first?.callKey ?? 0, 15, noon + 40 * dayMs);
        await release(second?.callKey ?? 0, noon + 40 * dayMs);
        expect(await spendOf(accountId)).toEqual({ '2026-11': 25, '2026-11-21': 25, all: 25 });
        await subject.reopen();
        await ledger().recover(noon + dayMs);
        expect(await spendOf(accountId)).toEqual({ '2026-11': 15, '2026-11-21': 15, all: 15 });
      });

      /** An account without a cap, and calls of it that were settled, were free, and are open. */
      async function spendingAccount() {
        const accountId = await account(10_000);
        const { key: memberKey } = await subject.addMember(accountId, 'owner');
        const keys = [await subject.addApiKey(noCaps, accountId), null];
        const spent: Record<string, number> = { all: 0 };
        const count = (nowMs: number, credits: number) => {
          const day = new Date(nowMs).toISOString().slice(0, 10);
          for (const period of [day, day.slice(0, 7), 'all']) spent[period] = (spent[period] ?? 0) + credits;
        };
        const open: number[] = [];
        for (let index = 0; index < 48; index += 1) {
          const credits = index % 7;
          const nowMs = noon - ([0, 1, 40][index % 3] ?? 0) * dayMs;
          const by = { apiKeyKey: keys[index % 2] ?? null, memberKey: index % 5 === 0 ? memberKey : null };
          const { callKey } = await held(holdOf(accountId, credits, { ...by, productKey: index % 5, nowMs }));
          const charged = [credits, Math.floor(credits / 2), 0, null][index % 4] ?? null;
          count(nowMs, charged ?? credits);
          if (charged === null) open.push(callKey);
          else await settle(callKey, charged);
          if (index === 30) expect(await subject.ledger().check()).toEqual([]);
        }
        return { accountId, spent, all: spent['all'] ?? 0, open };
      }

      test('knows at first what was spent, and forgets it with the last one', async () => {
        const { accountId, spent, all, open } = await spendingAccount();
        const hold = (credits: number) => ledger().hold(holdOf(accountId, credits));
        expect(await spendOf(accountId)).toEqual({});
        await cap(accountId, { capTotal: all + 9 });
        expect(await spendOf(accountId)).toEqual(spent);
        expect(await subject.check()).toEqual([]);
        expect(await hold(10)).toEqual({
          ...{ outcome: 'over-account-cap', period: 'total', cap: all + 9, spent: all },
        });
        const { callKey } = await held(holdOf(accountId, 9));
        expect(await subject.check()).toEqual([]);
        for (const key of [...open, callKey]) await release(key);
        expect(await subject.check()).toEqual([]);
        expect(await cap(accountId, { capDay: 1_000, capTotal: null })).toMatchObject({
          before: { capDay: null, capMonth: null, capTotal: all + 9 },
          after: { capDay: 1_000, capMonth: null, capTotal: null },
        });
        expect((await spendOf(accountId))['all']).toBeGreaterThan(0);
        await cap(accountId, { capDay: null });
        expect(await spendOf(accountId)).toEqual({});
        await held(holdOf(accountId, 50));
        expect(await subject.check()).toEqual([]);
        await cap(accountId, { capDay: 1 });
        expect(await hold(1)).toMatchObject({ outcome: 'over-account-cap', period: 'day', cap: 1 });
        expect(await subject.check()).toEqual([]);
      });

      test('holds no credit above a first one that is set while the account calls', async () => {
        const { accountId, all, open } = await spendingAccount();
        const holds = (count: number) =>
          Array.from({ length: count }, () => ledger().hold(holdOf(accountId, 1)));
        const racing: Promise<unknown>[] = holds(30);
        racing.push(...open.slice(0, 6).map((callKey) => settle(callKey, 0)));
        racing.push(cap(accountId, { capTotal: all + 80 }));
        racing.push(...open.slice(6).map((callKey) => release(callKey)));
        racing.push(...holds(30));
        await Promise.all(racing);
        // What was open is given back, and can be spent again.
        const last = (await Promise.all(holds(120))).map(({ outcome }) => outcome);
        expect(new Set(last)).toEqual(new Set(['held', 'over-account-cap']));
        expect((await spendOf(accountId))['all']).toBe(all + 80);
        expect(await subject.check()).toEqual([]);
      });

      test('gives exactly its credits to a hundred calls at once, by members and keys', async () => {
        const accountId = await account(1000);
        const { key: memberKey } = await subject.addMember(accountId, 'owner');
        const apiKeyKey = await subject.addApiKey({ ...noCaps, day: 1000 }, accountId);
        await cap(accountId, { capDay: 40, capMonth: 23 });
        const callers = [{ apiKeyKey }, { memberKey }, { apiKeyKey, memberKey }, {}];
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, index) => ledger().hold(holdOf(accountId, 1, callers[index % 4]))),
        );
        expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(23);
        expect(results.filter(({ outcome }) => outcome === 'over-account-cap')).toHaveLength(77);
      });

      test('of nothing lets free calls through', async () => {
        const accountId = await account(100);
        await cap(accountId, { capTotal: 0 });
        await held(holdOf(accountId, 0));
        expect(await ledger().hold(holdOf(accountId, 1))).toMatchObject({ outcome: 'over-account-cap' });
      });

      test('does not count for a suspended account, which holds nothing', async () => {
        const accountId = await account(100);
        await cap(accountId, { capTotal: 1 });
        await subject.suspend(accountId);
        expect(await ledger().hold(holdOf(accountId, 2))).toEqual({ outcome: 'suspended' });
      });

      test('is refused for no account, such as a guest or the portal', async () => {
        const guest = fresh('guest');
        await held(holdOf(guest, 1, { allowance: 50 }));
        for (const id of [guest, 'issued', 'earned', fresh('acc_of_nobody')])
          expect(await cap(id, { capDay: 1 })).toEqual({ outcome: 'no-account' });
      });
    });

    test('a key that is revoked holds nothing more, whatever was asked before and not yet held', async () => {
      const purse = await account(100);
      const apiKeyKey = await subject.addApiKey(noCaps);
      const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
      const first = await held(holdOf(purse, 1, { apiKeyKey, idempotency }));
      const holdTen = () => Array.from({ length: 10 }, () => ledger().hold(holdOf(purse, 1, { apiKeyKey })));
      const meanwhile = holdTen();
      const revoked = subject.revokeApiKey(apiKeyKey);
      meanwhile.push(...holdTen());
      await revoked;
      const after = [...holdTen(), ledger().hold(holdOf(purse, 1, { apiKeyKey, idempotency }))];
      for (const hold of await Promise.all(after)) expect(hold).toEqual({ outcome: 'key-revoked' });
      const results = await Promise.all(meanwhile);
      const heldCalls = results.flatMap((hold) => (hold.outcome === 'held' ? [hold.callKey] : []));
      const refused = results.filter(({ outcome }) => outcome === 'key-revoked');
      expect(heldCalls.length + refused.length).toBe(20);
      expect(await balanceNow(purse)).toEqual(balance(100, 1 + heldCalls.length));
      expect(await settle(first.callKey, 1)).toEqual(balance(99, heldCalls.length));
      for (const callKey of heldCalls) await release(callKey);
    });

    test('the last use of a key is written once in a minute', async () => {
      const purse = await account(100);
      const apiKeyKey = await subject.addApiKey(noCaps);
      expect(await subject.lastUsedAt(apiKeyKey)).toBeNull();
      const seen: unknown[] = [];
      for (const nowMs of [noon, noon + minuteMs - 1, noon + minuteMs, noon + 2 * minuteMs - 1]) {
        await held(holdOf(purse, 1, { apiKeyKey, nowMs }));
        seen.push(await subject.lastUsedAt(apiKeyKey));
      }
      expect(seen).toEqual([noon, noon, noon + minuteMs, noon + minuteMs]);
    });

    describe('an idempotency key', () => {
      const keyed = (purse: string, hash: string, changes: HoldChanges & { fingerprint?: string } = {}) => {
        const { fingerprint = 'same input', ...rest } = changes;
        return holdOf(purse, 30, { idempotency: { hash, fingerprint }, ...rest });
      };

      test('says that its call is in flight, then how it ended, and dials nothing twice', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const first = keyed(purse, hash);
        const { callKey } = await held(first);
        expect(await ledger().hold(keyed(purse, hash))).toEqual({
          outcome: 'in-flight',
          callId: first.callId,
        });
        await settle(callKey, 12, noon, answer);
        expect(await ledger().hold(keyed(purse, hash))).toEqual({
          outcome: 'done',
          callId: first.callId,
          charged: 12,
          answer,
          balance: balance(88),
        });
        expect(await balanceNow(purse)).toEqual(balance(88));
      });

      test('finds its call for one that is not to be held, as a hold would', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const earlier = async (nowMs = noon) =>
          (await ledger().findEarlier({ hash }, null, { id: purse, allowance: null, nowMs }))?.result();
        expect(await earlier()).toBeUndefined();
        const first = keyed(purse, hash);
        const { callKey } = await held(first);
        expect(await earlier()).toEqual({ outcome: 'in-flight', callId: first.callId });
        await settle(callKey, 12, noon, answer);
        expect(await earlier(noon + dayMs - 1)).toEqual(await ledger().hold(keyed(purse, hash)));
        expect(await earlier(noon + dayMs)).toBeUndefined();
      });

      test('keeps the answer of a call that cost nothing, too, and says so where none was kept', async () => {
        const purse = await account(100);
        const [failed, large] = [fresh('hash'), fresh('hash')];
        await release((await held(keyed(purse, failed))).callKey, noon, answer);
        expect(await ledger().hold(keyed(purse, failed))).toMatchObject({
          outcome: 'done',
          charged: 0,
          answer,
        });
        await settle((await held(keyed(purse, large))).callKey, 30);
        expect(await ledger().hold(keyed(purse, large))).toMatchObject({ outcome: 'done', answer: null });
      });

      test('is refused for another input, whatever became of the first', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const first = keyed(purse, hash);
        const other = { outcome: 'other-call', callId: first.callId };
        const { callKey } = await held(first);
        expect(await ledger().hold(keyed(purse, hash, { fingerprint: 'another' }))).toEqual(other);
        await settle(callKey, 30);
        expect(await ledger().hold(keyed(purse, hash, { fingerprint: 'another' }))).toEqual(other);
      });

      test('is kept for a day, and free again after it', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const first = keyed(purse, hash);
        await settle((await held(first)).callKey, 12, noon, answer);
        const retry = (nowMs: number) => ledger().hold(keyed(purse, hash, { nowMs, fingerprint: 'another' }));
        expect(await retry(noon + dayMs - 1)).toMatchObject({ outcome: 'other-call' });
        expect(await retry(noon - hourMs)).toMatchObject({ outcome: 'other-call' });
        expect(await retry(noon + dayMs)).toMatchObject({ outcome: 'held' });
        expect(await retry(noon + dayMs)).toMatchObject({ outcome: 'in-flight' });
      });

      test('is not freed while its call is in flight, however late it is', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const { callKey } = await held(keyed(purse, hash));
        const late = keyed(purse, hash, { nowMs: noon + 3 * dayMs });
        await subject.prune(noon + 3 * dayMs, 30);
        expect(await ledger().hold(late)).toMatchObject({ outcome: 'in-flight' });
        await release(callKey);
      });

      test('is not used up by a hold that is refused', async () => {
        const purse = await account(10);
        const hash = fresh('hash');
        expect(await ledger().hold(keyed(purse, hash))).toMatchObject({ outcome: 'insufficient' });
        await ledger().grant({ purseId: purse, credits: 90, kind: 'grant', reason: '', nowMs: noon });
        expect(await ledger().hold(keyed(purse, hash))).toMatchObject({ outcome: 'held' });
      });

      test('of fifty calls at once dials one', async () => {
        const purse = await account(100);
        const hash = fresh('hash');
        const results = await Promise.all(
          Array.from({ length: 50 }, () => ledger().hold(keyed(purse, hash))),
        );
        const outcomes = results.map(({ outcome }) => outcome).sort();
        expect(outcomes).toEqual(['held', ...Array.from({ length: 49 }, () => 'in-flight')]);
      });
    });

    test('the use of a day counts resolved calls by key and member, those at no cost too, on the day that they began', async () => {
      const purse = await account(100);
      const apiKeyKey = await subject.addApiKey(noCaps);
      const memberKey = (await subject.addMember(purse, 'owner')).key;
      const call = async (
        productKey: number,
        charged: number | null,
        nowMs = noon,
        by: { apiKeyKey?: number; memberKey?: number } = {},
      ) => {
        const { callKey } = await held(holdOf(purse, 10, { productKey, nowMs, ...by }));
        return charged === null ? release(callKey, nowMs + dayMs) : settle(callKey, charged, nowMs + dayMs);
      };
      await call(4, 7);
      await call(4, 0);
      await call(4, null);
      await call(5, 10);
      await call(4, 1, noon + dayMs);
      await call(4, 2, noon, { apiKeyKey });
      await call(4, null, noon, { memberKey });
      await call(4, 3, noon, { apiKeyKey, memberKey });
      await held(holdOf(purse, 10, { productKey: 6 }));
      const nobody = { apiKeyKey: 0, memberKey: 0 };
      expect(await subject.dailyUse(purse)).toEqual([
        { day: '2026-11-21', productKey: 4, ...nobody, calls: 3, credits: 7 },
        { day: '2026-11-21', productKey: 4, ...nobody, memberKey, calls: 1, credits: 0 },
        { day: '2026-11-21', productKey: 4, ...nobody, apiKeyKey, calls: 1, credits: 2 },
        { day: '2026-11-21', productKey: 4, apiKeyKey, memberKey, calls: 1, credits: 3 },
        { day: '2026-11-21', productKey: 5, ...nobody, calls: 1, credits: 10 },
        { day: '2026-11-22', productKey: 4, ...nobody, calls: 1, credits: 1 },
      ]);
    });

    test('recovery makes every open hold unknown, at no cost, and nothing of what was resolved', async () => {
      const purse = await account(1000);
      const apiKeyKey = await subject.addApiKey({ ...noCaps, total: 1000 });
      const hash = fresh('hash');
      const idempotency = { hash, fingerprint: 'f' };
      const settled = holdOf(purse, 50);
      await settle((await held(settled)).callKey, 40);
      const orphan = holdOf(purse, 30, { apiKeyKey, idempotency });
      await held(orphan);
      await Promise.all(Array.from({ length: 450 }, () => held(holdOf(purse, 1))));
      await subject.reopen();
      expect((await ledger().recover(noon)).unknown).toBeGreaterThanOrEqual(451);
      expect(await ledger().recover(noon)).toEqual({ unknown: 0 });
      expect(await balanceNow(purse)).toEqual(balance(960));
      expect(await subject.call(orphan.callId)).toEqual({ state: 3, quoted: 30, charged: 0 });
      expect(await subject.call(settled.callId)).toEqual({ state: 1, quoted: 50, charged: 40 });
      expect(await subject.keySpend(apiKeyKey)).toEqual({ '2026-11': 0, '2026-11-21': 0, all: 0 });
      expect(await ledger().hold(holdOf(purse, 30, { idempotency }))).toEqual({
        outcome: 'unknown',
        callId: orphan.callId,
      });
    });

    test('recovery finds a hold that was left open thousands of calls ago, and those after it', async () => {
      const purse = await account(100_000);
      const first = holdOf(purse, 7);
      await held(first);
      for (let round = 0; round < 5; round += 1) {
        const calls = await Promise.all(Array.from({ length: 500 }, () => held(holdOf(purse, 1))));
        await Promise.all(calls.map(({ callKey }) => settle(callKey, 1)));
      }
      const last = holdOf(purse, 9);
      await held(last);
      await subject.reopen();
      await ledger().recover(noon);
      expect(await subject.call(first.callId)).toEqual({ state: 3, quoted: 7, charged: 0 });
      expect(await subject.call(last.callId)).toEqual({ state: 3, quoted: 9, charged: 0 });
      expect(await balanceNow(purse)).toEqual(balance(97_500));
    });

    test('inputs are kept for their days, answers for one, calls and entries for ever', async () => {
      const start = noon - 100 * dayMs;
      const purse = await account(1_000_000);
      const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
      const call = async (nowMs: number, changes: HoldChanges = {}) => {
        const hold = holdOf(purse, 10, { nowMs, ...changes });
        await settle((await held(hold)).callKey, 10, nowMs, answer);
        return hold.callId;
      };
      const old = await Promise.all(Array.from({ length: 1200 }, () => call(start)));
      const keyed = await call(start, { idempotency });
      const ofTheFuture = await call(noon + 1000 * dayMs);
      const newer = await call(start + 10 * dayMs);
      await subject.prune(start + 31 * dayMs, 31);
      expect(await Promise.all(old.slice(0, 100).map((id) => subject.input(id)))).toContain(
        '{"text":"hello"}',
      );
      const pruned = await subject.prune(start + 31 * dayMs, 30);
      expect(pruned.inputs).toBe(1201);
      expect(await subject.input(keyed)).toBeUndefined();
      expect(await subject.input(newer)).toBe('{"text":"hello"}');
      expect(await subject.input(ofTheFuture)).toBe('{"text":"hello"}');
      expect(await subject.call(keyed)).toMatchObject({ state: 1 });
      expect((await entriesOf(purse)).total).toBe(1204);
      expect(await subject.prune(start + 31 * dayMs, 30)).toMatchObject({ inputs: 0, answers: 0 });
    });

    test('an answer is pruned a day after its key was free, and not before: a clock may be set back', async () => {
      const start = noon - 300 * dayMs;
      const purse = await account(100);
      const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
      const { callKey } = await held(holdOf(purse, 10, { nowMs: start, idempotency }));
      await settle(callKey, 10, start, answer);
      expect((await subject.prune(start + 2 * dayMs - 1, 30)).answers).toBe(0);
      expect(await ledger().hold(holdOf(purse, 10, { nowMs: start + dayMs - 1, idempotency }))).toMatchObject(
        {
          outcome: 'done',
        },
      );
      expect((await subject.prune(start + 2 * dayMs, 30)).answers).toBe(1);
    });

    test('an input is forgotten by itself', async () => {
      const purse = await account(100);
      const hold = holdOf(purse, 10);
      const { callKey } = await held(hold);
      await subject.forgetInput(callKey);
      expect(await subject.input(hold.callId)).toBeUndefined();
      expect(await subject.call(hold.callId)).toMatchObject({ state: 0 });
    });

    test('what was answered for is there after it is opened again', async () => {
      const purse = await account(100);
      const { callKey } = await held(holdOf(purse, 30));
      await subject.reopen();
      expect(await balanceNow(purse)).toEqual(balance(100, 30));
      expect(await settle(callKey, 30)).toEqual(balance(70));
    });
  });
}
