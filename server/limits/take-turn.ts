import { Problem } from '../../lib/problem/problem.ts';
import type { WaitingLine } from './waiting-line.ts';

interface Taker {
  /** With whom one takes turns. */
  network: string;
  whenGone(listener: () => void): void;
}

/** Resolves when it is the taker's turn, with what ends the turn. Refused is who finds the line full, or goes away. */
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
