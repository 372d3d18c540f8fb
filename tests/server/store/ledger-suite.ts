import type { Caps } from '../../../lib/ledger/caps.ts';
import type { Balance } from '../../../lib/ledger/purse.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyFacts } from '../../../server/store/accounts/key-jobs.ts';
import type { AddedMember } from '../../setup/add-member.ts';
import type { Hold, HoldResult, KeptAnswer, Ledger } from '../../../server/store/ledger.ts';
import type { Result, Payload } from '../../../server/store/writer.ts';

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
  changeApiKey(key: number, changes: Partial<KeyFacts>, accountId?: string): Promise<Result<'change-key'>>;
  revokeApiKey(key: number): Promise<unknown>;
  /** A new person in an account, which is made with its purse. */
  addMember(accountId: string, role: 'owner' | 'member'): Promise<AddedMember>;
  changeMember(change: Omit<Payload<'change-member'>, 'now'>): Promise<unknown>;
  suspend(accountId: string): Promise<unknown>;
  addOfflineProduct(): Promise<number>;
  capAccount(accountId: string, caps: Partial<Caps>): Promise<Result<'cap-account'>>;
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
        { what: 'a hold of half a credit', act: (_, purse) => held(holdOf(purse, 1.5)), says: 'not a number' },
        { what: 'a hold by a key that is not there', act: (_, purse) => held(holdOf(purse, 1, { apiKeyKey: 987_654_321 })), says: 'There is no API key' },
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
        { what: 'taking what is held', act: (_, purse) => grantOf(purse, -71), says: 'has 70 credits available' },
        { what: 'more than can be counted', act: (_, purse) => grantOf(purse, 2 ** 53 - 1), says: 'available' },
        { what: 'a grant to the portal itself', act: () => grantOf('earned', 5), says: 'cannot be added' },
      ]; // biome-ignore format: a table

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
    });

    describe("a guest's allowance", () => {
      const kinds = async (purse: string) => {
        const { list } = await entriesOf(purse);
        return list.map(({ kind, amount }) => [kind, amount]);
      };

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

      test('stays one when many first calls come at once', async () => {
        const purse = fresh('guest');
        const results = await Promise.all(
          Array.from({ length: 30 }, () => ledger().hold(holdOf(purse, 100, { allowance: 1000 }))),
        );
        expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(10);
        expect(await kinds(purse)).toEqual([['allowance', 1000]]);
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
        { outcome: 'no-member', refuse: ({ accountId, personId, owner }) => subject.changeMember({ accountId, personId, by: owner, role: 'viewer' }) },
        { outcome: 'out-of-scope', refuse: ({ accountId, by }) => subject.changeApiKey(by.apiKeyKey, { products: [987_654] }, accountId) },
        { outcome: 'done', replays: true, refuse: async () => {} },
        { outcome: 'offline', refuse: async () => {} },
        { outcome: 'over-cap', refuse: ({ accountId, by }) => subject.changeApiKey(by.apiKeyKey, { capDay: 5 }, accountId) },
        { outcome: 'over-member-cap', refuse: ({ accountId, personId, owner }) => subject.changeMember({ accountId, personId, by: owner, caps: { capMonth: 6 } }) },
        { outcome: 'over-account-cap', refuse: ({ accountId }) => subject.capAccount(accountId, { capTotal: 7 }) },
        { outcome: 'insufficient', refuse: async () => {} },
      ]; // biome-ignore format: a table

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

    describe.each(['key', 'member', 'account'] as const)('the cap of a %s', (of) => {
      const outcome = { key: 'over-cap', member: 'over-member-cap', account: 'over-account-cap' }[of];

      /** An account of several people and keys, which calls in turn by each way that the cap counts. */
      async function capped() {
        const accountId = await account(10_000);
        const owner = await subject.addMember(accountId, 'owner');
        const { key: memberKey, personId } = await subject.addMember(accountId, 'member');
        const apiKeyKey = await subject.addApiKey(noCaps, accountId);
        const other = await subject.addApiKey(noCaps, accountId);
        const person = { accountId, personId, by: owner.personKey };
        const ways = {
          key: [{ apiKeyKey }, { apiKeyKey, memberKey }],
          member: [{ memberKey }, { memberKey, apiKeyKey }, { memberKey, apiKeyKey: other }],
          account: [{}, { memberKey }, { apiKeyKey }, { memberKey, apiKeyKey: other }],
        }[of];
        const cap = {
          key: (caps: Partial<Caps>) => subject.changeApiKey(apiKeyKey, caps, accountId),
          member: (caps: Partial<Caps>) => subject.changeMember({ ...person, caps }),
          account: (caps: Partial<Caps>) => subject.capAccount(accountId, caps),
        }[of];
        let calls = 0;
        const next = (credits: number, changes: HoldChanges = {}) =>
          holdOf(accountId, credits, { ...ways[(calls += 1) % ways.length], ...changes });
        const hold = (credits: number, nowMs = noon) => ledger().hold(next(credits, { nowMs }));
        const holds = (count: number) => Array.from({ length: count }, () => hold(1));
        return { accountId, cap, next, hold, holds };
      }

      const periods = [
        { period: 'day', caps: { capDay: 100 }, inside: noon + 11 * hourMs, later: noon + 12 * hourMs },
        { period: 'month', caps: { capMonth: 100 }, inside: noon + 9 * dayMs, later: noon + 10 * dayMs },
        { period: 'total', caps: { capTotal: 100 }, inside: noon + 400 * dayMs, later: null },
      ];

      test.each(periods)(
        'for a $period counts every way to call',
        async ({ period, caps, inside, later }) => {
          const { cap, next, hold } = await capped();
          await cap(caps);
          for (const credits of [10, 10, 20]) await held(next(credits));
          await settle((await held(next(30))).callKey, 20);
          const refused = { outcome, period, cap: 100, spent: 60 };
          expect(await hold(41, inside)).toEqual(refused);
          expect(await hold(40, inside)).toMatchObject({ outcome: 'held' });
          expect(await hold(1, inside)).toEqual({ ...refused, spent: 100 });
          if (later !== null) expect(await hold(100, later)).toMatchObject({ outcome: 'held' });
        },
      );

      test('of nothing lets free calls through', async () => {
        const { cap, hold } = await capped();
        await cap({ capTotal: 0 });
        expect(await hold(0)).toMatchObject({ outcome: 'held' });
        expect(await hold(1)).toMatchObject({ outcome });
      });

      test('gives exactly its credits to a hundred calls at once', async () => {
        const { cap, holds } = await capped();
        await cap({ capDay: 40, capMonth: 23 });
        const outcomes = (await Promise.all(holds(100))).map((result) => result.outcome);
        expect(outcomes.toSorted()).toEqual([...Array(23).fill('held'), ...Array(77).fill(outcome)].sort());
      });

      test('is kept by the calls after it, and passed by those before it alone', async () => {
        const { accountId, cap, hold, holds } = await capped();
        const meanwhile = holds(10);
        const changed = cap({ capTotal: 12 });
        meanwhile.push(...holds(10));
        await changed;
        await Promise.all([...meanwhile, ...holds(10)]);
        const { pending } = await balanceNow(accountId);
        expect(await hold(1)).toMatchObject({ outcome, cap: 12, spent: pending });
        expect(pending).toBeGreaterThanOrEqual(12);
        expect(pending).toBeLessThanOrEqual(20);
      });

      /** One without a cap, and its calls that were settled, were free, and are open. */
      async function spending() {
        const one = await capped();
        let spent = 0;
        const open: number[] = [];
        for (let index = 0; index < 48; index += 1) {
          const credits = index % 7;
          const nowMs = noon - ([0, 1, 40][index % 3] ?? 0) * dayMs;
          const { callKey } = await held(one.next(credits, { productKey: index % 5, nowMs }));
          const charged = [credits, Math.floor(credits / 2), 0, null][index % 4] ?? null;
          spent += charged ?? credits;
          if (charged === null) open.push(callKey);
          else await settle(callKey, charged);
          if (index === 30) expect(await ledger().check()).toEqual([]);
        }
        return { ...one, spent, open };
      }

      test('knows at first what was spent, and a later one that follows none does, too', async () => {
        const { cap, hold, next, spent, open } = await spending();
        await cap({ capTotal: spent + 9 });
        expect(await subject.check()).toEqual([]);
        expect(await hold(10)).toEqual({ outcome, period: 'total', cap: spent + 9, spent });
        await held(next(9));
        for (const callKey of open) await release(callKey);
        expect(await subject.check()).toEqual([]);
        await cap({ capTotal: null });
        await held(next(50));
        expect(await subject.check()).toEqual([]);
        await cap({ capDay: 1 });
        expect(await hold(1)).toMatchObject({ outcome, period: 'day', cap: 1 });
        expect(await subject.check()).toEqual([]);
      });

      test('that is the first holds no credit above it, though it is set between calls', async () => {
        const { cap, hold, holds, spent, open } = await spending();
        const racing: Promise<unknown>[] = holds(30);
        racing.push(...open.slice(0, 6).map((callKey) => settle(callKey, 0)));
        racing.push(cap({ capTotal: spent + 80 }));
        racing.push(...open.slice(6).map((callKey) => release(callKey)), ...holds(30));
        await Promise.all(racing);
        // What was open is given back, and can be spent again.
        const last = (await Promise.all(holds(120))).map((result) => result.outcome);
        expect(new Set(last)).toEqual(new Set(['held', outcome]));
        expect(await hold(1)).toMatchObject({ outcome, spent: spent + 80 });
        expect(await subject.check()).toEqual([]);
      });
    });

    test('the cap of an account is refused for no account, such as a guest or the portal', async () => {
      const guest = fresh('guest');
      await held(holdOf(guest, 1, { allowance: 50 }));
      for (const id of [guest, 'issued', 'earned', fresh('acc_of_nobody')])
        expect(await subject.capAccount(id, { capDay: 1 })).toEqual({ outcome: 'no-account' });
    });

    test('a key that is changed holds nothing outside its scope of that moment', async () => {
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
    });

    test.each([
      ['a key that is revoked', 'key-revoked'],
      ['somebody who is removed', 'no-member'],
    ])('%s holds nothing more, whatever was asked before and not yet held', async (_, outcome) => {
      const accountId = await account(100);
      const { personKey } = await subject.addMember(accountId, 'owner');
      const { key: memberKey, personId } = await subject.addMember(accountId, 'member');
      const apiKeyKey = await subject.addApiKey(noCaps, accountId);
      const isKey = outcome === 'key-revoked';
      const by = isKey ? { apiKeyKey } : { memberKey };
      const idempotency = { hash: fresh('hash'), fingerprint: 'f' };
      const first = await held(holdOf(accountId, 1, { ...by, idempotency }));
      const holdTen = () => Array.from({ length: 10 }, () => ledger().hold(holdOf(accountId, 1, by)));
      const meanwhile = holdTen();
      const ended = isKey
        ? subject.revokeApiKey(apiKeyKey)
        : subject.removeMember({ accountId, personId, by: personKey });
      meanwhile.push(...holdTen());
      await ended;
      const after = [...holdTen(), ledger().hold(holdOf(accountId, 1, { ...by, idempotency }))];
      for (const hold of await Promise.all(after)) expect(hold).toEqual({ outcome });
      const heldCalls = (await Promise.all(meanwhile)).filter((hold) => hold.outcome === 'held').length;
      expect(await balanceNow(accountId)).toEqual(balance(100, 1 + heldCalls));
      expect(await settle(first.callKey, 1)).toEqual(balance(99, heldCalls));
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
  });
}
