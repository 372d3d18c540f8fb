import type { CallAnswer } from './call-portal.ts';
import type { Caller } from './crash-data.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Violations } from './violations.ts';

/** A call and the answer that it got for good. */
export interface SeenCall {
  caller: Caller;
  call: PlannedCall;
  answer: CallAnswer;
}

/** What clients were told. Whatever is in here must be in the ledger, and is told again under the same key. */
export class SeenCalls {
  readonly #seen = new Map<string, SeenCall>();
  readonly #dials: ReadonlyMap<string, string[]>;
  readonly #violations: Violations;
  readonly #losesDatabase: boolean;
  replays = 0;

  /** `losesDatabase`: whether the end of a call may not be recorded, because the database was away too long. */
  constructor(dials: ReadonlyMap<string, string[]>, violations: Violations, losesDatabase = false) {
    this.#dials = dials;
    this.#violations = violations;
    this.#losesDatabase = losesDatabase;
  }

  get all(): SeenCall[] {
    return [...this.#seen.values()];
  }

  /** A final answer: the first of a call is judged by its plan, and each later one by the first. */
  see(caller: Caller, call: PlannedCall, answer: CallAnswer): void {
    const earlier = this.#seen.get(call.key);
    if (earlier) {
      this.replays += 1;
      this.#compare(earlier, answer);
      // A stream may end after what was sent beside it was told that it is over: from then on it is what was answered.
      if (!isNotKept(earlier.answer) || isNotKept(answer)) return;
    }
    this.#seen.set(call.key, { caller, call, answer });
    if (!isUnknown(answer)) this.#judge(call, answer);
  }

  #judge(call: PlannedCall, answer: CallAnswer): void {
    const { key, upstream } = call;
    const name = nameOf(answer, key);
    const expected = { 200: '', 422: 'upstream-rejected', 500: 'upstream-failed' }[upstream.status];
    const isUnsettled = this.#losesDatabase && answer.code === 'not-settled';
    if (!isUnsettled && ![expected, ...otherEnds(call)].includes(answer.code)) {
      const detail = `Expected ${expected || '200'}, and got ${answer.status}: ${answer.body.slice(0, 300)}`;
      this.#violations.add('unexpected answer', name, detail);
      return;
    }
    const [sent = ''] = this.#dials.get(key) ?? [];
    const isWhole = upstream.streams ? answer.body.startsWith(sent) : answer.body === sent;
    if (answer.status === 200 && !isWhole && !isStopped(answer))
      this.#violations.add('answered in other bytes', name, `${answer.body} instead of ${sent}`);
    const charges = mayBeLeft(call, answer) ? [0, call.charge] : [call.charge];
    if (answer.code === 'client-gone') charges.pop();
    if (this.#losesDatabase && isNotKept(answer)) charges.push(0);
    if (isStopped(answer) || isUnsettled) charges.splice(0, charges.length, 0);
    if (!charges.includes(answer.charged))
      this.#violations.add('wrong charge', name, `The header says ${answer.charged}, and not ${charges}.`);
  }

  #compare({ call, answer: first }: SeenCall, later: CallAnswer): void {
    const name = nameOf(first, call.key);
    if (!isUnknown(first) && isUnknown(later)) {
      this.#violations.add('acknowledged call lost', name, 'It was answered, and is now said to be unknown.');
      return;
    }
    if (isUnknown(first) && isUnknown(later)) {
      // Each refusal has a number of its own; what it is about stays.
      if (first.callId !== later.callId)
        this.#violations.add('two calls of one key', name, `It is now said to be ${later.callId}.`);
      return;
    }
    // A stream is not kept: then only what it cost is told again.
    const isSameAnswer =
      isNotKept(first) || isNotKept(later) || (first.status === later.status && first.body === later.body);
    if (isNotKept(later) && !call.upstream.streams)
      this.#violations.add('acknowledged call lost', name, 'Its answer was kept, and is said not to be.');
    if (!isSameAnswer || first.callId !== later.callId || first.charged !== later.charged)
      this.#violations.add('answered in other bytes', name, `${textOf(first)}, and then ${textOf(later)}`);
  }
}

/** How a call may end, too, by what its client does, or a stop of the portal. */
function otherEnds({ upstream, hangsUpAfterMs }: PlannedCall): string[] {
  return [
    'portal-stopped',
    ...(upstream.streams ? ['replay-unavailable'] : []),
    ...(hangsUpAfterMs === null ? [] : ['client-gone']),
  ];
}

/** A stream that its client left costs nothing, and one that was over by then costs what it does. */
function mayBeLeft({ hangsUpAfterMs }: PlannedCall, { code }: CallAnswer): boolean {
  return hangsUpAfterMs !== null && ['replay-unavailable', 'client-gone'].includes(code);
}

/** That the portal was told to stop and ended the call, which costs nothing then. */
function isStopped({ code }: CallAnswer): boolean {
  return code === 'portal-stopped';
}

/** That the call is over and its answer, a stream, was not kept. */
function isNotKept({ code }: CallAnswer): boolean {
  return code === 'replay-unavailable';
}

/** That the portal ended in the middle of the call: final, too. */
export function isUnknown({ code }: CallAnswer): boolean {
  return code === 'outcome-unknown';
}

export function nameOf({ callId }: CallAnswer, key: string): string {
  return `${callId} (${key})`;
}

function textOf({ status, callId, charged, body }: CallAnswer): string {
  return `${status} of ${callId} for ${charged}: ${body.slice(0, 200)}`;
}
