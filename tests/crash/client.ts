import { setTimeout } from 'node:timers/promises';
import type { CallAnswer, CallPortal } from './call-portal.ts';
import type { Caller } from './crash-data.ts';
import type { PlannedCall } from './planned-call.ts';
import type { SeenCalls } from './seen-calls.ts';
import type { Violations } from './violations.ts';

/** What the clients of one run share. */
export interface Session {
  callPortal: CallPortal;
  seen: SeenCalls;
  violations: Violations;
  /** Resolves when a portal is ready, or the run is over. */
  portalReady(): Promise<void>;
  /** No new calls. */
  stopping: boolean;
  /** No further attempts either. */
  over: boolean;
  onAnswer(): void;
}

const againMs = 15;
/** A call that is said to be under way for so long may be that of a portal that is gone: its client goes on meanwhile. */
const asideAfterMs = 300;
const asideAgainMs = 500;
/** A call takes 30 ms of the upstream, and is resolved within 20 s. Past this it is nobody's. */
const inFlightLimitMs = 300_000;

/** Calls one after the other until it is told to stop. An impatient one knocks while there is no portal, too. */
export async function runClient(
  session: Session,
  caller: Caller,
  nextCall: () => PlannedCall,
  impatient: boolean,
): Promise<void> {
  const made: Promise<void>[] = [];
  while (!session.stopping) {
    const call = nextCall();
    await new Promise<void>((resolve, reject) => {
      const making = makeCall(session, caller, call, impatient, resolve);
      making.then(resolve, reject);
      made.push(making);
    });
  }
  await Promise.all(made);
}

async function makeCall(
  session: Session,
  caller: Caller,
  call: PlannedCall,
  impatient: boolean,
  onAside: () => void,
): Promise<void> {
  const attempts = call.twice ? 2 : 1;
  const once = () => callOnce(session, caller, call, impatient, onAside);
  await Promise.all(Array.from({ length: attempts }, once));
  if (call.again && !session.over) await once();
}

/** Repeats a call under its key until there is an answer for good, and hands that in. */
export async function callOnce(
  session: Session,
  caller: Caller,
  call: PlannedCall,
  impatient: boolean,
  onAside: () => void = () => {},
): Promise<void> {
  const answer = await untilFinal(session, caller, call, impatient, onAside);
  if (!answer) return;
  session.seen.see(caller, call, answer);
  session.onAnswer();
}

async function untilFinal(
  session: Session,
  caller: Caller,
  call: PlannedCall,
  impatient: boolean,
  onAside: () => void,
): Promise<CallAnswer | undefined> {
  let inFlightSince: number | undefined;
  let isAside = false;
  let { hangsUpAfterMs } = call;
  while (!session.over) {
    if (!impatient) await session.portalReady();
    const answer = await session.callPortal(caller, call, hangsUpAfterMs);
    hangsUpAfterMs = null;
    if (answer === 'silent') {
      session.violations.add('no final answer', call.key, 'The portal did not answer at all.');
      return undefined;
    }
    if (answer === 'broken' || answer === 'left') inFlightSince = undefined;
    else {
      if (answer.code !== 'call-in-flight') return answer;
      inFlightSince ??= performance.now();
      const inFlightMs = performance.now() - inFlightSince;
      if (inFlightMs > asideAfterMs && !isAside) {
        isAside = true;
        onAside();
      }
      if (inFlightMs > inFlightLimitMs) {
        const detail = `It was said to be under way for ${inFlightLimitMs / 1000} s.`;
        session.violations.add('no final answer', `${answer.callId} (${call.key})`, detail);
        return undefined;
      }
    }
    await setTimeout(isAside ? asideAgainMs : againMs);
  }
  return undefined;
}
