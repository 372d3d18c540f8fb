import type { PricedAgain } from '../../lib/backtest/price-again.ts';
import { type Outlook, Replay, type ReplayedCall, type ReplayStart } from '../../lib/backtest/replay.ts';
import type { ReplayedRow } from '../store/drafts/read-replay.ts';

export interface ReplayWish {
  start: ReplayStart;
  /** Of each draft, whether it is asked for. */
  wanted: boolean[];
}

/** Follows one account by several drafts at once. */
export class ReplayByDrafts {
  readonly #from: number;
  /** The most that a call of each can cost. */
  readonly #most: number[];
  readonly #replays: Replay[];
  readonly #outlooks: (Outlook | undefined)[];
  #rows: ReplayedRow[] = [];
  readonly #priced = new Map<number, PricedAgain[]>();

  constructor({ start, wanted }: ReplayWish, most: number[]) {
    this.#from = start.from;
    this.#most = most;
    this.#replays = wanted.map(() => new Replay(start));
    this.#outlooks = wanted.map((isWanted) => (isWanted ? undefined : { kind: 'fine' }));
  }

  isPriced({ startedAt }: ReplayedRow): boolean {
    return startedAt >= this.#from;
  }

  take(row: ReplayedRow, again: PricedAgain[] | undefined): void {
    this.#rows.push(row);
    if (again) this.#priced.set(row.key, again);
  }

  price(key: number, again: PricedAgain[]): void {
    this.#priced.set(key, again);
  }

  run(isLast: boolean): Outlook[] | null {
    for (const row of this.#rows) {
      const priced = this.#priced.get(row.key);
      for (const [index, replay] of this.#replays.entries())
        this.#outlooks[index] ??= replay.add(this.#callOf(row, priced?.[index], this.#most[index] ?? 0));
    }
    this.#rows = [];
    this.#priced.clear();
    if (isLast) for (const [index, replay] of this.#replays.entries()) this.#outlooks[index] ??= replay.end;
    const all = this.#outlooks.flatMap((outlook) => outlook ?? []);
    return all.length === this.#outlooks.length ? all : null;
  }

  /** A call of another product, or of before, is as it was. */
  #callOf(row: ReplayedRow, again: PricedAgain | undefined, most: number): ReplayedCall {
    const { id, startedAt, settledAt, quoted, charged, apiKeyKey, memberKey } = row;
    const any = { from: 0, to: most };
    const exactly = (credits: number) => ({ from: credits, to: credits });
    const then = !again
      ? { quoted: exactly(quoted), charged: exactly(charged) }
      : again.covered
        ? {
            quoted: again.quoted === undefined ? any : exactly(again.quoted),
            charged: exactly(again.charged),
          }
        : { quoted: any, charged: any };
    return { id, startedAt, settledAt, quoted, charged, apiKeyKey, memberKey, then };
  }
}
