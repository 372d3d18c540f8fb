import { Problem } from '../../lib/problem/problem.ts';
import type { WaitingLine } from './waiting-line.ts';

export interface Taker {
  /** Turns alternate between networks. */
  network: string;
  whenGone(listener: () => void): void;
}

/**
 * Waits for a turn and resolves with a function that ends it. Rejects if the line is full or the client disconnects.
 */
export function takeTurn(line: WaitingLine, taker: Taker, refusal: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Problem('unavailable', refusal, [], { 'retry-after': '1' }));
    const one = { caller: taker.network, onTurn: () => resolve(() => line.leave(one)), onPushedOut: refuse };
    if (!line.enter(one)) return refuse();
    taker.whenGone(() => {
      line.giveUp(one);
      refuse();
    });
  });
}
