import { describe, expect, it } from 'vitest';
import { Replay, type ReplayedCall, type ReplayStart } from '../../../../lib/backtest/replay.ts';

const day = Date.UTC(2026, 10, 20);
const noCaps = { capDay: null, capMonth: null, capTotal: null };

const start = (more: Partial<ReplayStart> = {}): ReplayStart => ({
  ...{ posted: 100, entries: [], limited: [], month: '2026-11', from: day },
  ...more,
});

const exactly = (credits: number) => ({ from: credits, to: credits });

/** A call that ends half a second later. */
function call(at: number, charged: number, then: number, more: Partial<ReplayedCall> = {}): ReplayedCall {
  return {
    ...{ id: `call_${at}`, startedAt: day + at, settledAt: day + at + 500, quoted: charged, charged },
    ...{ apiKeyKey: null, memberKey: null, then: { quoted: exactly(then), charged: exactly(then) } },
    ...more,
  };
}

function outlookOf(calls: ReplayedCall[], more: Partial<ReplayStart> = {}) {
  const replay = new Replay(start(more));
  for (const one of calls) {
    const outlook = replay.add(one);
    if (outlook) return outlook;
  }
  return replay.end;
}

describe('the balance of an account by a draft', () => {
  it('is enough by the price in force, also if it ends at nothing', () => {
    expect(outlookOf([call(0, 60, 60), call(1_000, 40, 40)])).toEqual({ kind: 'fine' });
  });

  it('runs dry at the first call that it has too little for', () => {
    const calls = [call(0, 40, 50), call(1_000, 40, 50), call(2_000, 10, 12)];
    expect(outlookOf(calls)).toEqual({ kind: 'dry', call: 'call_2000', at: day + 2_000 });
  });

  it('counts credits from the moment at which they were added', () => {
    const calls = [call(0, 90, 100), call(2_000, 5, 6)];
    const entries = (at: number) => [{ at: day + at, credits: 6 }];
    expect(outlookOf(calls, { entries: entries(2_000) })).toEqual({ kind: 'fine' });
    expect(outlookOf(calls, { entries: entries(2_001) })).toMatchObject({ kind: 'dry', call: 'call_2000' });
  });

  it('holds the quotes of calls that are open, and gives back what they did not cost', () => {
    const long = call(0, 10, 10, {
      ...{ quoted: 60, settledAt: day + 5_000 },
      then: { quoted: exactly(90), charged: exactly(10) },
    });
    expect(outlookOf([long, call(1_000, 11, 11)])).toMatchObject({ kind: 'dry', call: 'call_1000' });
    expect(outlookOf([long, call(5_000, 11, 11)])).toEqual({ kind: 'fine' });
  });

  it('takes calls of before as they were', () => {
    const before = call(-1_000, 80, 80, { then: { quoted: exactly(999), charged: exactly(80) } });
    expect(outlookOf([before, call(0, 20, 20)])).toEqual({ kind: 'fine' });
  });

  it('is not known once a call that is not covered decides it, and known if it decides nothing', () => {
    const open = (most: number) => ({
      then: { quoted: { from: 0, to: most }, charged: { from: 0, to: most } },
    });
    expect(outlookOf([call(0, 10, 0, open(50)), call(1_000, 50, 50)])).toEqual({ kind: 'fine' });
    const unsure = [call(0, 10, 0, open(50)), call(1_000, 50, 51)];
    expect(outlookOf(unsure)).toEqual({ kind: 'unknown', why: 'uncovered' });
    const surely = [call(0, 10, 0, open(50)), call(1_000, 50, 101)];
    expect(outlookOf(surely)).toMatchObject({ kind: 'dry', call: 'call_1000' });
  });

  it('is not known if the calls as they were do not fit to the balance', () => {
    expect(outlookOf([call(0, 101, 1)])).toEqual({ kind: 'unknown', why: 'order' });
  });
});

describe('the limits of an account by a draft', () => {
  const limit = (caps: object, spent = { month: 0, total: 0 }) => ({
    limited: [{ of: 'account' as const, key: null, caps: { ...noCaps, ...caps }, spent }],
  });

  it('refuse a call by the day, by the month and in all', () => {
    const calls = [call(0, 20, 30), call(1_000, 20, 30)];
    const refused = (period: string, cap: number) => ({
      ...{ kind: 'limit', of: 'account', call: 'call_1000', at: day + 1_000, period, cap },
    });
    expect(outlookOf(calls, limit({ capDay: 59 }))).toEqual(refused('day', 59));
    expect(outlookOf(calls, limit({ capDay: 60 }))).toEqual({ kind: 'fine' });
    const spent = { month: 5, total: 9 };
    expect(outlookOf(calls, limit({ capMonth: 64 }, spent))).toEqual(refused('month', 64));
    expect(outlookOf(calls, limit({ capMonth: 65 }, spent))).toEqual({ kind: 'fine' });
    expect(outlookOf(calls, limit({ capTotal: 68 }, spent))).toEqual(refused('total', 68));
  });

  it('count each day anew, and what a call gave back', () => {
    const calls = [call(0, 20, 30), call(24 * 3_600_000, 20, 30)];
    expect(outlookOf(calls, limit({ capDay: 59 }))).toEqual({ kind: 'fine' });
    const free = call(0, 0, 0, { quoted: 20, then: { quoted: exactly(50), charged: exactly(0) } });
    expect(outlookOf([free, call(1_000, 10, 15)], limit({ capDay: 59 }))).toEqual({ kind: 'fine' });
  });

  it('of a key are those of its calls', () => {
    const limited = [
      { of: 'key' as const, key: 7, caps: { ...noCaps, capDay: 30 }, spent: { month: 0, total: 0 } },
    ];
    const calls = [call(0, 10, 20, { apiKeyKey: 7 }), call(1_000, 10, 20, { apiKeyKey: 8 })];
    expect(outlookOf(calls, { limited })).toEqual({ kind: 'fine' });
    const again = call(2_000, 10, 20, { apiKeyKey: 7 });
    expect(outlookOf([...calls, again], { limited })).toMatchObject({
      kind: 'limit',
      of: 'key',
      call: 'call_2000',
    });
  });

  it('that would have refused the calls as they were say nothing', () => {
    expect(outlookOf([call(0, 20, 30)], limit({ capDay: 10 }))).toEqual({ kind: 'unknown', why: 'limits' });
  });
});
