import type { Balance } from '../../../lib/ledger/purse.ts';
import type { HoldResult, KeptAnswer } from '../../../server/store/ledger.ts';

const dayMs = 86_400_000;

export type ModelCaps = [day: number | null, month: number | null, total: number | null];

export interface ModelKey {
  caps: ModelCaps;
}

export interface ModelMember {
  name: string;
  caps: ModelCaps;
  calls: boolean;
}

export interface ModelCall {
  id: string;
  purse: string;
  key: number | null;
  member: ModelMember | null;
  product: number;
  quoted: number;
  charged: number;
  /** As in the database: 0 open, 1 settled, 2 released, 3 unknown. */
  state: 0 | 1 | 2 | 3;
  startedAt: number;
  answer: KeptAnswer | null;
}

export interface ModelEntry {
  purse: string;
  amount: number;
  kind: string;
  callId: string | null;
}

export interface ModelHold {
  id: string;
  purse: string;
  allowance: number | null;
  key: number | null;
  member: ModelMember | null;
  product: number;
  credits: number;
  idempotency: { hash: string; fingerprint: string } | null;
}

export type ModelResult = Exclude<HoldResult, { outcome: 'held' }> | { outcome: 'held'; balance: Balance };

/** What a ledger is, with nothing counted ahead: every answer is added up anew, from the calls and the entries. */
export class LedgerModel {
  nowMs: number;
  readonly calls: ModelCall[] = [];
  readonly entries: ModelEntry[] = [];
  /** Of accounts, by purse. */
  readonly caps = new Map<string, ModelCaps>();
  readonly #keys: ModelKey[];
  readonly #grantedDays = new Map<string, string>();
  readonly #idempotent = new Map<string, { call: ModelCall; fingerprint: string }>();

  constructor(nowMs: number, keys: ModelKey[]) {
    this.nowMs = nowMs;
    this.#keys = keys;
  }

  capKey(index: number, caps: ModelCaps): void {
    this.#keys[index] = { caps };
  }

  hold(hold: ModelHold): ModelResult {
    if (hold.member?.calls === false) return { outcome: 'no-member' };
    return (
      this.#earlier(hold) ??
      this.#overCap(hold) ??
      this.#overMemberCap(hold) ??
      this.#overAccountCap(hold) ??
      this.#take(hold)
    );
  }

  /** Null where it is refused. */
  resolve(call: ModelCall, state: 1 | 2 | 3, charged: number, answer: KeptAnswer | null): Balance | null {
    if (call.state !== 0 || charged < 0 || charged > call.quoted) return null;
    Object.assign(call, { state, charged, answer });
    if (charged > 0) this.#move(call.purse, 'earned', charged, 'charge', call.id);
    return this.#balance(call.purse);
  }

  grant(purse: string, credits: number, kind: string, call: ModelCall | null): Balance | null {
    if (credits === 0 || this.#balance(purse).available + credits < 0) return null;
    if (call && (call.purse !== purse || credits > call.charged - this.#givenBack(call))) return null;
    this.#move(kind === 'refund' ? 'earned' : 'issued', purse, credits, kind, call?.id ?? null);
    return this.#balance(purse);
  }

  recover(): number {
    const open = this.calls.filter(({ state }) => state === 0);
    for (const call of open) this.resolve(call, 3, 0, null);
    return open.length;
  }

  balance(purse: string, allowance: number | null): Balance {
    const { posted, pending } = this.#balance(purse);
    const full = posted + this.#due(purse, allowance);
    return { posted: full, pending, available: full - pending };
  }

  /** By period, of a key with a cap. */
  spentWith(key: number): Record<string, number> {
    return this.#spentUnder(this.#keys[key]?.caps, (call) => call.key === key);
  }

  /** By period, of an account with a cap. */
  spentFrom(purse: string): Record<string, number> {
    return this.#spentUnder(this.caps.get(purse), (call) => call.purse === purse);
  }

  #spentUnder(caps: ModelCaps | undefined, counts: (call: ModelCall) => boolean): Record<string, number> {
    const spent: Record<string, number> = {};
    if ((caps ?? []).every((cap) => cap === null)) return spent;
    for (const { startedAt, state, quoted, charged } of this.calls.filter(counts)) {
      const on = day(startedAt);
      for (const period of [on, on.slice(0, 7), 'all'])
        spent[period] = (spent[period] ?? 0) + (state === 0 ? quoted : charged);
    }
    return spent;
  }

  /** By day. */
  spentBy(member: ModelMember): Record<string, number> {
    const spent: Record<string, number> = {};
    for (const call of this.calls.filter((one) => one.member === member && one.quoted > 0)) {
      const on = day(call.startedAt);
      spent[on] = (spent[on] ?? 0) + (call.state === 0 ? call.quoted : call.charged);
    }
    return spent;
  }

  /** By day, product, key and member. */
  use(purse: string): Map<string, { calls: number; credits: number }> {
    const use = new Map<string, { calls: number; credits: number }>();
    for (const call of this.calls.filter((one) => one.purse === purse && one.state !== 0)) {
      const name = `${day(call.startedAt)} ${call.product} ${call.key ?? 'no key'} ${call.member?.name ?? 'no member'}`;
      const { calls, credits } = use.get(name) ?? { calls: 0, credits: 0 };
      use.set(name, { calls: calls + 1, credits: credits + call.charged });
    }
    return use;
  }

  #earlier({ idempotency, purse, allowance }: ModelHold): ModelResult | undefined {
    const kept = idempotency && this.#idempotent.get(idempotency.hash);
    if (!kept) return undefined;
    const { call, fingerprint } = kept;
    if (call.state !== 0 && this.nowMs >= call.startedAt + dayMs) return undefined;
    const { id: callId, charged, answer } = call;
    if (fingerprint !== idempotency.fingerprint) return { outcome: 'other-call', callId };
    if (call.state === 0) return { outcome: 'in-flight', callId };
    if (call.state === 3) return { outcome: 'unknown', callId };
    return { outcome: 'done', callId, charged, answer, balance: this.balance(purse, allowance) };
  }

  /** The first cap that so many credits more would pass; of what was spent by period. */
  #over(caps: ModelCaps | undefined, spent: Record<string, number>, credits: number) {
    const today = day(this.nowMs);
    const texts = { day: today, month: today.slice(0, 7), total: 'all' };
    for (const [index, period] of (['day', 'month', 'total'] as const).entries()) {
      const cap = caps?.[index] ?? null;
      const inPeriod = spent[texts[period]] ?? 0;
      if (cap !== null && inPeriod + credits > cap) return { period, cap, spent: inPeriod };
    }
    return undefined;
  }

  #overCap({ key, credits }: ModelHold): ModelResult | undefined {
    const over = key !== null && this.#over(this.#keys[key]?.caps, this.spentWith(key), credits);
    return over ? { outcome: 'over-cap', ...over } : undefined;
  }

  #overMemberCap({ member, credits }: ModelHold): ModelResult | undefined {
    if (member === null) return undefined;
    const spent = this.#spentUnder(member.caps, (call) => call.member === member);
    const over = this.#over(member.caps, spent, credits);
    return over && { outcome: 'over-member-cap', ...over };
  }

  #overAccountCap({ purse, credits }: ModelHold): ModelResult | undefined {
    const over = this.#over(this.caps.get(purse), this.spentFrom(purse), credits);
    return over && { outcome: 'over-account-cap', ...over };
  }

  #take({ id, purse, allowance, key, member, product, credits, idempotency }: ModelHold): ModelResult {
    const balance = this.balance(purse, allowance);
    if (balance.available < credits) return { outcome: 'insufficient', balance };
    const due = this.#due(purse, allowance);
    if (due > 0) this.#move('issued', purse, due, 'allowance', null);
    if (allowance !== null && this.#isNewDay(purse)) this.#grantedDays.set(purse, day(this.nowMs));
    const startedAt = this.nowMs;
    const call: ModelCall = {
      ...{ id, purse, key, member, product, startedAt },
      quoted: credits,
      charged: 0,
      state: 0,
      answer: null,
    };
    this.calls.push(call);
    if (idempotency) this.#idempotent.set(idempotency.hash, { call, fingerprint: idempotency.fingerprint });
    return { outcome: 'held', balance: this.#balance(purse) };
  }

  #isNewDay(purse: string): boolean {
    return (this.#grantedDays.get(purse) ?? '') < day(this.nowMs);
  }

  #due(purse: string, allowance: number | null): number {
    if (allowance === null || !this.#isNewDay(purse)) return 0;
    return Math.max(0, allowance - this.#balance(purse).posted);
  }

  #givenBack({ id }: ModelCall): number {
    return sum(
      this.entries.filter((e) => e.callId === id && e.kind === 'refund' && e.amount > 0).map(amountOf),
    );
  }

  #balance(purse: string): Balance {
    const posted = sum(this.entries.filter((entry) => entry.purse === purse).map(amountOf));
    const open = this.calls.filter((call) => call.purse === purse && call.state === 0);
    const pending = sum(open.map(({ quoted }) => quoted));
    return { posted, pending, available: posted - pending };
  }

  #move(from: string, to: string, credits: number, kind: string, callId: string | null): void {
    this.entries.push({ purse: from, amount: -credits, kind, callId });
    this.entries.push({ purse: to, amount: credits, kind, callId });
  }
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function amountOf({ amount }: ModelEntry): number {
  return amount;
}
