import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptAnswer } from '../../../server/store/ledger.ts';
import { runs } from '../../setup/runs.ts';
import { LedgerModel, type ModelCall, type ModelCaps, type ModelMember } from './ledger-model.ts';
import type { LedgerUnderTest } from './ledger-suite.ts';
import { openPostgresLedgerUnderTest } from '../../setup/postgres-ledger-under-test.ts';
import { openSqliteLedgerUnderTest } from '../../setup/sqlite-ledger-under-test.ts';
import { startWriterHere } from './writer-here.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const retentionDays = 3;
const allowance = 50;
const answer: KeptAnswer = { status: 200, headers: { a: 'b' }, body: Uint8Array.from([1, 2, 3]) };
const caps: [number | null, number | null, number | null][] = [
  [null, null, null],
  [40, null, null],
  [60, 90, 120],
];

/** The account of each key, which spends from that one alone. */
const purseOfKey = [0, 0, 1];

/** Purses 0 and 1 are of accounts, 2 and 3 of guests. Calls are named by how long ago they were opened. */
const purse = fc.nat(3);
const call = fc.oneof({ weight: 2, arbitrary: fc.nat(1) }, fc.nat(7));
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      purse,
      credits: fc.nat(40),
      key: fc.option(fc.nat(2)),
      member: fc.option(fc.nat(1)),
      product: fc.nat(1),
      idempotency: fc.option(fc.record({ hash: fc.nat(1), fingerprint: fc.constantFrom(0, 0, 0, 1) }), {
        freq: 3,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      call,
      charged: fc.oneof(fc.integer({ min: -1, max: 45 }), fc.constant('quoted' as const)),
      answer: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change member' as const),
      purse: fc.nat(1),
      member: fc.nat(1),
      caps: fc.tuple(...[20, 40, 60].map((most) => fc.option(fc.nat(most), { freq: 2 }))),
      role: fc.constantFrom('member' as const, 'member' as const, 'admin' as const, 'viewer' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cap key' as const),
      key: fc.nat(2),
      caps: fc.tuple(...[40, 80, 120].map((most) => fc.option(fc.nat(most), { freq: 2 }))),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cap account' as const),
      purse: fc.nat(1),
      caps: fc.tuple(...[40, 80, 120].map((most) => fc.option(fc.nat(most), { freq: 2 }))),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('release' as const), call, answer: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      purse,
      credits: fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 9 })),
      kind: fc.constantFrom('grant' as const, 'refund' as const, 'correction' as const),
      call: fc.option(fc.record({ ago: call, byItsPurse: fc.boolean() })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      purse,
      credits: fc.integer({ min: 1, max: 15 }),
      kind: fc.constant('refund' as const),
      call: fc.record({ ago: call, byItsPurse: fc.constant(true) }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What is asked for in one turn becomes one transaction of SQLite. Between turns, time passes or the process ends. */
const turn = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  passesMs: fc.constantFrom(
    0,
    0,
    0,
    minuteMs,
    12 * hourMs,
    dayMs,
    dayMs,
    31 * dayMs,
    -hourMs,
    -hourMs,
    -dayMs,
  ),
  then: fc.constantFrom('go on', 'go on', 'prune', 'prune', 'crash'),
});

const engines = {
  SQLite: {
    open: () => openSqliteLedgerUnderTest((databaseFile) => Promise.resolve(startWriterHere(databaseFile))),
    // What is asked for at once is done in this order.
    atOnce: true,
    checkedEvery: 100,
  },
  PostgreSQL: { open: openPostgresLedgerUnderTest, atOnce: false, checkedEvery: 8 },
};

/** The ledger of an engine does in so many random histories what its model does. */
export function ledgerAgreesWithModel(engine: keyof typeof engines, histories: number): void {
  const { open, atOnce, checkedEvery } = engines[engine];
  describe(`the ledger in ${engine} and its model agree`, () => {
    let subject: LedgerUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    test('in random histories', { timeout: 600_000 }, async () => {
      let run = 0;
      const property = fc.asyncProperty(fc.array(turn, { maxLength: 20 }), async (turns) => {
        run += 1;
        const history = await startHistory(subject, run, atOnce);
        for (const one of turns) await history.play(one);
        await history.end();
        if (run % checkedEvery === 0) expect(await subject.check()).toEqual([]);
      });
      await fc.assert(property, { numRuns: runs(histories) });
      expect(await subject.check()).toEqual([]);
    });
  });
}

/** One history, with purses and keys of its own in the ledger that all share. */
async function startHistory(subject: LedgerUnderTest, run: number, atOnce: boolean) {
  // One that failed may have left holds open, and is played again in shorter forms.
  await subject.reopen();
  await subject.ledger().recover(0);
  // Each begins after the one before it, so that what that one left is pruned.
  const model = new LedgerModel(
    Date.UTC(2026, 0, 31, 12) + run * 100 * dayMs,
    caps.map((of) => ({ caps: of })),
  );
  const callKeys = new Map<ModelCall, number>();
  const purses = [0, 1, 2, 3].map((index) => ({
    id: `${index < 2 ? 'acc' : 'guest'}_${run}_${index}`,
    allowance: index < 2 ? null : allowance,
  }));
  /** Two of each account, beside its owner. */
  const members = await Promise.all(
    purses.slice(0, 2).map(async ({ id }) => {
      const owner = await subject.addMember(id, 'owner');
      const added = [await subject.addMember(id, 'member'), await subject.addMember(id, 'member')];
      return added.map((member) => {
        const of: ModelMember = { name: member.personId, caps: [null, null, null], calls: true };
        return { ...member, by: owner.personKey, of };
      });
    }),
  );
  // One after another: the tests name a key by its number.
  const apiKeys: number[] = [];
  for (const [index, [day, month, total]] of caps.entries())
    apiKeys.push(await subject.addApiKey({ day, month, total }, purses[purseOfKey[index] ?? 0]?.id));
  const capAccount = (id: string, [capDay, capMonth, capTotal]: ModelCaps) => {
    model.caps.set(id, [capDay, capMonth, capTotal]);
    return subject.capAccount(id, { capDay, capMonth, capTotal });
  };
  await capAccount(purses[0]?.id ?? '', [70, 110, null]);
  for (const { id: purseId } of purses.slice(0, 2)) {
    const grant = { purseId, credits: 150, kind: 'grant', reason: '', nowMs: model.nowMs } as const;
    await subject.ledger().grant(grant);
    model.grant(purseId, grant.credits, grant.kind, null);
  }
  const earnedBefore = (await subject.ledger().balance({ id: 'earned', allowance: null, nowMs: 0 })).posted;
  let holds = 0;
  let latestMs = model.nowMs;
  let prunedBeforeMs = Number.NEGATIVE_INFINITY;
  let freePrunedBeforeMs = Number.NEGATIVE_INFINITY;

  const purseOf = (index: number) => purses[index] ?? { id: 'absent', allowance: null };
  const findCall = (ago: number) => model.calls.at(-1 - ago);

  /** Asks both at once, and gives what compares their answers when the ledger's has come. */
  function take(one: Step): Promise<void> {
    const nowMs = model.nowMs;
    if (one.do === 'hold') {
      const { id, allowance: of } = purseOf(one.purse);
      const member = one.member === null ? undefined : members[one.purse]?.[one.member];
      const key = one.key !== null && purseOfKey[one.key] === one.purse ? one.key : null;
      holds += 1;
      const shared = { credits: one.credits, callId: `call_${run}_${holds}` };
      const idempotency = one.idempotency && {
        hash: `${run} ${one.idempotency.hash}`,
        fingerprint: `${one.idempotency.fingerprint}`,
      };
      const expected = model.hold({
        id: shared.callId,
        purse: id,
        allowance: of,
        key,
        member: member?.of ?? null,
        product: one.product,
        credits: one.credits,
        idempotency,
      });
      const opened = expected.outcome === 'held' ? model.calls.at(-1) : undefined;
      return subject
        .ledger()
        .hold({
          ...shared,
          purse: { id, allowance: of, nowMs },
          owner: id.startsWith('guest_') ? null : id,
          apiKeyKey: key === null ? null : (apiKeys[key] ?? null),
          memberKey: member?.key ?? null,
          productKey: one.product,
          versionKey: 1,
          inputHash: '',
          input: '{}',
          idempotency,
        })
        .then((result) => {
          if (result.outcome === 'held' && opened) callKeys.set(opened, result.callKey);
          expect(result).toMatchObject(expected);
        });
    }
    if (one.do === 'grant') {
      const of = one.call === null ? undefined : findCall(one.call.ago);
      const id = of && one.call?.byItsPurse ? of.purse : purseOf(one.purse).id;
      const expected = model.grant(id, one.credits, one.kind, of ?? null);
      return agree(
        subject
          .ledger()
          .grant({ purseId: id, credits: one.credits, kind: one.kind, reason: '', nowMs, callId: of?.id })
          .then(({ entryId: _entry, ...balance }) => balance),
        expected,
      );
    }
    if (one.do === 'change member') {
      const member = members[one.purse]?.[one.member];
      if (!member) return Promise.resolve();
      const [capDay = null, capMonth = null, capTotal = null] = one.caps;
      Object.assign(member.of, { caps: [capDay, capMonth, capTotal], calls: one.role !== 'viewer' });
      const caps = { capDay, capMonth, capTotal };
      const of = { accountId: purseOf(one.purse).id, personId: member.personId, by: member.by };
      return subject.changeMember({ ...of, role: one.role, caps }).then((result) => {
        expect(result).toMatchObject({ outcome: 'changed' });
      });
    }
    if (one.do === 'cap key') {
      const [capDay = null, capMonth = null, capTotal = null] = one.caps;
      model.capKey(one.key, [capDay, capMonth, capTotal]);
      const caps = { capDay, capMonth, capTotal };
      const account = purseOf(purseOfKey[one.key] ?? 0).id;
      return subject.changeApiKey(apiKeys[one.key] ?? 0, caps, account).then((result) => {
        expect(result).toMatchObject({ outcome: 'changed', after: caps });
      });
    }
    if (one.do === 'cap account') {
      const [capDay = null, capMonth = null, capTotal = null] = one.caps;
      return capAccount(purseOf(one.purse).id, [capDay, capMonth, capTotal]).then((result) => {
        expect(result).toMatchObject({ outcome: 'capped', after: { capDay, capMonth, capTotal } });
      });
    }
    const open = findCall(one.call);
    const callKey = open && callKeys.get(open);
    if (!open || callKey === undefined) return Promise.resolve();
    const kept = one.answer ? answer : null;
    if (one.do === 'release') {
      const expected = model.resolve(open, 2, 0, kept);
      return agree(subject.ledger().release({ callKey, nowMs, ending: {}, answer: kept }), expected);
    }
    const charged = one.charged === 'quoted' ? open.quoted : one.charged;
    const expected = model.resolve(open, 1, charged, kept);
    return agree(subject.ledger().settle({ callKey, charged, nowMs, ending: {}, answer: kept }), expected);
  }

  async function compare(): Promise<void> {
    for (const { id, allowance: of } of purses) {
      const nowMs = model.nowMs;
      expect(await subject.ledger().balance({ id, allowance: of, nowMs })).toEqual(model.balance(id, of));
      const { list, total } = await subject.ledger().entries(id, { page: 1, pageSize: 1_000 });
      const expected = model.entries.filter((entry) => entry.purse === id).reverse();
      expect(list.map(({ amount, kind, callId }) => ({ purse: id, amount, kind, callId }))).toEqual(expected);
      expect(total).toBe(expected.length);
    }
  }

  async function prune(): Promise<void> {
    prunedBeforeMs = Math.max(prunedBeforeMs, model.nowMs - retentionDays * dayMs);
    freePrunedBeforeMs = Math.max(freePrunedBeforeMs, model.nowMs - dayMs);
    await subject.prune(model.nowMs, retentionDays);
  }

  async function crash(): Promise<void> {
    await subject.reopen();
    expect(await subject.ledger().recover(model.nowMs)).toEqual({ unknown: model.recover() });
  }

  return {
    async play({ steps, passesMs, then }: { steps: Step[]; passesMs: number; then: string }): Promise<void> {
      if (atOnce) await Promise.all(steps.map(take));
      else for (const one of steps) await take(one);
      // A clock that is set back by more than a day finds that keys are free which it holds for used.
      model.nowMs = Math.max(model.nowMs + passesMs, latestMs - dayMs);
      latestMs = Math.max(latestMs, model.nowMs);
      if (then === 'prune') await prune();
      if (then === 'crash') await crash();
      await compare();
    },

    /** Leaves no hold open to the histories that follow. */
    async end(): Promise<void> {
      await crash();
      await compare();
      for (const { id, state, quoted, charged, startedAt } of model.calls) {
        expect(await subject.call(id)).toEqual({ state, quoted, charged });
        // What is due may be pruned; all else is there.
        const dueBeforeMs = charged > 0 ? prunedBeforeMs : freePrunedBeforeMs;
        if (startedAt >= dueBeforeMs) expect(await subject.input(id)).toBe('{}');
      }
      const names = new Map(members.flat().map(({ key, of }) => [key, of.name]));
      for (const { id } of purses) {
        const use = (await subject.dailyUse(id)).map(
          ({ day, productKey, apiKeyKey, memberKey, calls, credits }) => {
            const key = apiKeyKey === 0 ? 'no key' : apiKeys.indexOf(apiKeyKey);
            const name = `${day} ${productKey} ${key} ${names.get(memberKey) ?? 'no member'}`;
            return [name, { calls, credits }] as const;
          },
        );
        expect(new Map(use)).toEqual(model.use(id));
        expect(await subject.accountSpend(id)).toEqual(model.spentFrom(id));
      }
      for (const { key, of } of members.flat())
        expect(await subject.memberSpend(key)).toEqual(model.spentBy(of));
      for (const [index, apiKey] of apiKeys.entries())
        expect(await subject.keySpend(apiKey)).toEqual(model.spentWith(index));
      const earned = model.entries.filter((entry) => entry.purse === 'earned').map(({ amount }) => amount);
      expect(await subject.ledger().balance({ id: 'earned', allowance: null, nowMs: 0 })).toMatchObject({
        posted: earnedBefore + earned.reduce((a, b) => a + b, 0),
      });
    },
  };
}

/** The same balance, or a refusal of both. */
async function agree(result: Promise<unknown>, expected: unknown): Promise<void> {
  if (expected === null) await expect(result).rejects.toThrow();
  else expect(await result).toEqual(expected);
}
