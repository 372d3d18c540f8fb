import { setTimeout } from 'node:timers/promises';
import type { CallPortal } from '../crash/call-portal.ts';

const againMs = 200;
/** A portal that stands still answers nothing for as long as it does. Without that an answer takes a tenth of this. */
const patienceMs = 3_000;

/** Why a call was sent again, and how often. */
export type Repeats = Record<'broken' | 'hung-up' | 'bad-gateway' | 'unavailable' | 'not-settled', number>;

/** Calls as a client should: what says nothing for good is asked again after a pause. */
export function patientCaller(callPortal: CallPortal): { call: CallPortal; repeats: Repeats } {
  const repeats: Repeats = { broken: 0, 'hung-up': 0, 'bad-gateway': 0, unavailable: 0, 'not-settled': 0 };
  return {
    repeats,
    async call(caller, call, hangsUpAfterMs) {
      const answer = await callPortal(caller, call, hangsUpAfterMs ?? patienceMs);
      // From now on it may have ended by that.
      if (answer === 'left') call.hangsUpAfterMs ??= patienceMs;
      const reason = reasonToRepeat(answer);
      if (reason === undefined) return answer;
      repeats[reason] += 1;
      await setTimeout(againMs);
      return 'broken';
    },
  };
}

function reasonToRepeat(answer: Awaited<ReturnType<CallPortal>>): keyof Repeats | undefined {
  if (answer === 'silent') return undefined;
  if (answer === 'left') return 'hung-up';
  if (answer === 'broken') return 'broken';
  const { code, status, replayed } = answer;
  if (code === '' && status >= 500) return 'bad-gateway';
  if (code === 'unavailable') return 'unavailable';
  // What the portal could not record then it may have recorded since.
  return code === 'not-settled' && !replayed ? 'not-settled' : undefined;
}
