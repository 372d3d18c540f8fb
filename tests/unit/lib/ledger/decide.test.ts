import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOf, type PurseRow } from '../../../../lib/ledger/purse.ts';
import { decideHold, type HoldRequest, type HoldRows } from '../../../../lib/ledger/decide-hold.ts';
import { type CallRow, decideSettle, type SettleRequest } from '../../../../lib/ledger/decide-settle.ts';
import { type EarlierRow, released, settled, maxKeptBytes } from '../../../../lib/ledger/earlier-call.ts';
import { versionInForce } from '../../../../lib/product/planned-version.ts';
import { runs } from '../../../setup/runs.ts';

const nowMs = Date.UTC(2026, 10, 30, 23, 30);
const dayMs = 24 * 60 * 60 * 1000;
const noCaps = { capDay: null, capMonth: null, capTotal: null };

function purseOf(changes: Partial<PurseRow> = {}): PurseRow {
  const row = { key: 7, posted: 100, pending: 0, grantedDay: null, keptBytes: 0, isSuspended: false };
  return { ...row, ...noCaps, ...changes };
}

function rowsOf(purse: PurseRow | undefined, earlier: Record<string, EarlierRow> = {}): HoldRows {
  return {
    ...{ purse, apiKey: undefined, member: undefined, isOffline: false, versionInForce: 1 },
    findEarlier: (hash) => earlier[hash],
    spent: () => ({ day: 0, month: 0, total: 0 }),
  };
}

function requestOf(changes: Partial<HoldRequest> = {}): HoldRequest {
  const purse = { id: 'acc_a', allowance: null, nowMs };
  const caller = { owner: 'acc_a', apiKeyKey: null, memberKey: null };
  return {
    purse,
    ...caller,
    ...{ productKey: 1, versionKey: 1 },
    credits: 10,
    idempotency: null,
    inputBytes: null,
    ...changes,
  };
}

function earlierOf(changes: Partial<EarlierRow> = {}): EarlierRow {
  const call = { callKey: 1, callId: 'call_1', purseKey: 7, owner: 'acc_a', versionKey: 1, fingerprint: 'f' };
  return { ...call, state: settled, charged: 4, startedAt: nowMs - dayMs, bytes: 0, ...changes };
}

const withKey = requestOf({ idempotency: { hash: 'h', firstHash: 'first', fingerprint: 'f' } });

describe('an idempotency key', () => {
  const rows = (changes: Partial<EarlierRow>) => rowsOf(purseOf(), { h: earlierOf(changes) });

  test.each([
    ['its call of a moment less than a day ago', { startedAt: nowMs - dayMs + 1 }, 'done'],
    ['an open call of a month ago', { startedAt: nowMs - 30 * dayMs, state: 0 }, 'in-flight'],
    ['no call of a day ago', { startedAt: nowMs - dayMs }, 'held'],
  ])('finds %s', (_what, changes, outcome) => {
    expect(decideHold(rows(changes), withKey).outcome).toBe(outcome);
  });

  test.each([
    ['of the same owner', 'acc_a', 'done'],
    ['of nobody else', 'anon_1', 'held'],
  ])('finds the first call %s', (_what, owner, outcome) => {
    const first = earlierOf({ owner, startedAt: nowMs - 1 });
    expect(decideHold(rowsOf(purseOf(), { first }), withKey).outcome).toBe(outcome);
  });

  test('that is taken over leaves the room of its response to the input', () => {
    const earlier = earlierOf({ bytes: 5 });
    const request = { ...withKey, inputBytes: 5 };
    const full = purseOf({ keptBytes: maxKeptBytes.account });
    expect(decideHold(rowsOf(full, { h: earlier }), request)).toMatchObject({
      replaces: earlier,
      keepsInput: true,
    });
    const elsewhere = { h: { ...earlier, purseKey: 8 } };
    expect(decideHold(rowsOf(full, elsewhere), request)).toMatchObject({ keepsInput: false });
  });
});

describe('an allowance', () => {
  test.each([
    ['fills up a new purse', undefined, { posted: 50, grantedDay: '2026-11-30' }],
    ['fills up what is left of the day before', { posted: 20, grantedDay: '2026-11-29' }, { posted: 30, grantedDay: '2026-11-30' }],
    ['takes nothing away', { posted: 80, grantedDay: '2026-11-29' }, { posted: 0, grantedDay: '2026-11-30' }],
    ['is given once a day', { posted: 20, grantedDay: '2026-11-30' }, { posted: 0, grantedDay: null }],
    ['adds nothing when the clock is set back', { posted: 20, grantedDay: '2026-12-01' }, { posted: 0, grantedDay: null }],
  ])('%s', (_what, before, after) => {
    const purse = { id: 'guest_a', allowance: 50, nowMs };
    const decision = decideHold(rowsOf(before && purseOf(before)), requestOf({ purse }));
    expect(decision).toMatchObject({ purse: { posted: after.posted }, grantedDay: after.grantedDay });
  });
}); // biome-ignore format: a table

test.each([
  [null, true],
  [nowMs - 60_000, true],
  [nowMs - 59_999, false],
  [nowMs + 60_000, true],
])('the last use of a key, which was at %s, is written: %s', (lastUsedAt, touchesKey) => {
  const apiKey = { ...noCaps, isRevoked: false, access: 'call', products: null, lastUsedAt };
  const decision = decideHold({ ...rowsOf(purseOf()), apiKey }, requestOf({ apiKeyKey: 1 }));
  expect(decision).toMatchObject({ touchesKey });
});

/** A hold of some credits, or the settlement of one of the holds with a part of them. */
const step = fc.oneof(
  fc.record({ hold: fc.nat(60) }),
  fc.record({ settle: fc.nat(5), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

test('a purse owes nothing, and holds and charges are in its balance, whatever is held and settled', () => {
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const purse = purseOf();
    const open: (CallRow & { callKey: number })[] = [];
    let [charged, made] = [0, 0];
    for (const one of steps) {
      if ('hold' in one) {
        const decision = decideHold(rowsOf(purse), requestOf({ credits: one.hold }));
        const { available } = balanceOf(purse.posted, purse.pending);
        expect(decision.outcome).toBe(one.hold <= available ? 'held' : 'insufficient');
        if (decision.outcome !== 'held') continue;
        purse.pending += decision.purse.pending;
        const call = { purseKey: 7, apiKeyKey: 1, memberKey: 2, productKey: 1, state: 0, quoted: one.hold };
        open.push({ ...call, startedAt: nowMs - dayMs, callKey: ++made });
      } else {
        const [call] = open.splice(one.settle, 1);
        if (!call) continue;
        const request: SettleRequest = {
          ...{ callKey: call.callKey, charged: Math.floor(one.part * call.quoted), nowMs },
          ...{ state: one.part === 0 ? released : settled, answerBytes: null, freesKey: false },
        };
        const decision = decideSettle({ call, purse, hasKey: () => false }, request);
        charged += request.charged;
        purse.posted += decision.purse.posted;
        purse.pending += decision.purse.pending;
        expect(decision.balance).toEqual(balanceOf(purse.posted, purse.pending));
        // Each sum of the day of the hold gets back what was not charged.
        const back = request.charged - call.quoted;
        const spends =
          back === 0 ? [] : ['key', 'member'].map((of) => ({ of, day: '2026-11-29', credits: back }));
        expect(decision.spends).toMatchObject(spends);
        expect(() =>
          decideSettle({ call: { ...call, state: settled }, purse, hasKey: () => false }, request),
        ).toThrow('resolved already');
      }
      expect(purse.posted).toBe(100 - charged);
      expect(purse.pending).toBe(open.reduce((sum, { quoted }) => sum + quoted, 0));
      expect(purse.posted).toBeGreaterThanOrEqual(purse.pending);
    }
  });
  fc.assert(property, { numRuns: runs(300) });
});

describe('the version of a product', () => {
  const times = fc.integer({ min: 0, max: 4 });

  test('that is in force at the moment of the database is the only one that holds, and replays come first', () => {
    fc.assert(
      fc.property(times, times, fc.constantFrom(1, 2), fc.boolean(), (now, at, versionKey, isReplay) => {
        const inForce = versionInForce({ versionKey: 1, nextVersionKey: 2, nextAt: at }, now);
        expect(inForce).toBe(now < at ? 1 : 2);
        const rows = {
          ...rowsOf(purseOf(), isReplay ? { h: earlierOf({ startedAt: nowMs }) } : {}),
          versionInForce: inForce,
        };
        const decision = decideHold(rows, { ...withKey, versionKey });
        if (isReplay) expect(decision.outcome).toBe('done');
        else if (versionKey === inForce) expect(decision.outcome).toBe('held');
        else expect(decision).toEqual({ outcome: 'other-version', versionKey: inForce });
      }),
      { numRuns: runs(200) },
    );
  });

  test('is asked before what a smaller price would mend, and after what none would', () => {
    const rows = { ...rowsOf(purseOf({ posted: 0 })), versionInForce: 2 };
    expect(decideHold(rows, requestOf()).outcome).toBe('other-version');
    expect(decideHold({ ...rows, isOffline: true }, requestOf()).outcome).toBe('offline');
    expect(decideHold({ ...rows, versionInForce: 1 }, requestOf()).outcome).toBe('insufficient');
  });
});
