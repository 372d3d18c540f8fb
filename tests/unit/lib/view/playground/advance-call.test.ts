import { describe, expect, it } from 'vitest';
import type { CallHead, CallProblem } from '../../../../../lib/view/playground/call-answer.ts';
import { advanceCall } from '../../../../../lib/view/playground/advance-call.ts';
import {
  type CallEvent,
  type CallState,
  isCallRunning,
} from '../../../../../lib/view/playground/call-state.ts';
import type { Reply } from '../../../../../lib/view/reply/reply-kind.ts';

const head: CallHead = {
  status: 200,
  callId: 'call_1',
  charged: 3,
  balance: 97,
  upstreamStatus: 200,
  replayed: false,
};
const reply: Reply = {
  status: 200,
  headers: [],
  contentType: 'application/json',
  body: null,
  events: null,
  complete: true,
};
const start: CallEvent = { type: 'start', key: 'k', quote: 'fbq_1', quoted: 3, nowMs: 0 };
const lost: CallEvent = { type: 'lost', nowMs: 9 };
const waited: CallEvent = { type: 'waited' };

function refused(code: string, retryAfterMs: number | null = null): CallEvent {
  const problem: CallProblem = {
    ...{ ...head, status: 409, charged: 0 },
    ...{ code, title: code, detail: code, faults: [], required: null },
    ...{ creditsUrl: undefined, upstream: null },
  };
  return { type: 'refused', problem, retryAfterMs, nowMs: 9 };
}

function after(...events: CallEvent[]): CallState {
  return events.reduce(advanceCall, { phase: 'idle' });
}

describe('a call', () => {
  it('is sent, received and answered', () => {
    const replying: CallEvent = { type: 'replying', head, reply };
    expect(after(start)).toMatchObject({ phase: 'sending', run: { key: 'k', quote: 'fbq_1', quoted: 3 } });
    expect(after(start, replying)).toMatchObject({ phase: 'receiving', head });
    const ended = after(start, replying, { type: 'ended', reply, charged: null, nowMs: 5 });
    expect(ended).toMatchObject({ phase: 'answered', charged: 3, endedMs: 5 });
  });

  it('takes what a stream cost from its closing comment', () => {
    const held = { ...head, charged: null };
    const state = after(
      start,
      { type: 'replying', head: held, reply },
      { type: 'ended', reply, charged: 2, nowMs: 5 },
    );
    expect(state).toMatchObject({ phase: 'answered', charged: 2 });
  });

  it('keeps what had come of a reply when it is stopped', () => {
    const stopped = after(start, { type: 'replying', head, reply }, { type: 'stopped', nowMs: 4 });
    expect(stopped).toMatchObject({ phase: 'stopped', callId: head.callId, reply });
  });

  it('does not start while another is under way, nor take an answer after it was stopped', () => {
    expect(after(start, { ...start, key: 'other' })).toMatchObject({ run: { key: 'k' } });
    const stopped = after(start, { type: 'stopped', nowMs: 4 });
    expect(stopped).toMatchObject({ phase: 'stopped' });
    expect(advanceCall(stopped, { type: 'replying', head, reply })).toBe(stopped);
    expect(advanceCall(stopped, { type: 'again', nowMs: 5 })).toMatchObject({
      phase: 'sending',
      run: { key: 'k' },
    });
  });
});

describe('a lost connection', () => {
  it('is tried again under the same key, later each time, and not for ever', () => {
    let state = after(start);
    const delays: number[] = [];
    while (isCallRunning(state)) {
      expect(state).toMatchObject({ run: { key: 'k', quote: 'fbq_1' } });
      state = advanceCall(state, lost);
      if (state.phase === 'waiting') delays.push(state.delayMs);
      state = advanceCall(state, waited);
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
    expect(state).toMatchObject({ phase: 'lost', run: { losses: 5 } });
    expect(advanceCall(state, { type: 'again', nowMs: 9 })).toMatchObject({ run: { key: 'k', losses: 0 } });
  });

  it('that was given up before is sent by nobody but the person', () => {
    const found = after({ type: 'found lost', key: 'k', quote: null, quoted: 3, nowMs: 1 });
    expect(found).toMatchObject({ phase: 'lost', run: { key: 'k', quoted: 3 } });
    expect(isCallRunning(found)).toBe(false);
    expect(advanceCall(found, { type: 'again', nowMs: 5 })).toMatchObject({
      phase: 'sending',
      run: { key: 'k' },
    });
  });

  it('in the middle of a settled reply asks for it again; in the middle of a stream it does not', () => {
    const cut = { ...reply, complete: false };
    const end: CallEvent = { type: 'ended', reply: cut, charged: null, nowMs: 5 };
    expect(after(start, { type: 'replying', head, reply: cut }, end)).toMatchObject({
      phase: 'waiting',
      why: 'lost',
    });
    const held = { ...head, charged: null };
    expect(after(start, { type: 'replying', head: held, reply: cut }, end)).toMatchObject({
      phase: 'answered',
      charged: null,
    });
  });
});

describe('a refusal', () => {
  it.each(['validation', 'insufficient-credits', 'upstream-failed', 'outcome-unknown', 'over-max-credits'])(
    '%s ends the call',
    (code) => {
      expect(after(start, refused(code))).toMatchObject({ phase: 'refused', problem: { code } });
    },
  );

  it('call-in-flight waits as long as the portal says, and asks again, a bounded number of times', () => {
    const state = after(start, refused('call-in-flight', 2_000));
    expect(state).toMatchObject({ phase: 'waiting', why: 'in-flight', delayMs: 2_000 });
    let next = state;
    let turns = 0;
    for (; next.phase === 'waiting'; turns += 1) {
      expect(next.delayMs).toBeLessThanOrEqual(15_000);
      next = advanceCall(advanceCall(next, waited), refused('call-in-flight'));
    }
    expect(next).toMatchObject({ phase: 'refused', problem: { code: 'call-in-flight' } });
    expect(turns).toBe(80);
  });
});

describe.each(['quote-expired', 'quote-mismatch', 'quote-invalid'])('%s', (code) => {
  const renewing = () => after(start, refused(code));

  it.each([
    { credits: 3, notice: null },
    { credits: 2, notice: 'The price changed from 3 to 2 before the call.' },
  ])('goes on with a new quote of $credits', ({ credits, notice }) => {
    const state = advanceCall(renewing(), { type: 'renewed', quote: 'fbq_2', credits });
    expect(state).toMatchObject({
      phase: 'sending',
      run: { key: 'k', quote: 'fbq_2', quoted: credits, notice },
    });
  });

  it('asks before it pays more', () => {
    const dearer = advanceCall(renewing(), { type: 'renewed', quote: 'fbq_2', credits: 4 });
    expect(dearer).toMatchObject({ phase: 'dearer', credits: 4, run: { quote: 'fbq_1', quoted: 3 } });
    expect(advanceCall(dearer, { type: 'accepted' })).toMatchObject({
      phase: 'sending',
      run: { quote: 'fbq_2', quoted: 4 },
    });
    expect(advanceCall(dearer, { ...start, key: 'next' })).toMatchObject({ run: { key: 'next' } });
  });

  it('does not chase the price', () => {
    const renewed: CallEvent = { type: 'renewed', quote: 'fbq_2', credits: 3 };
    const state = after(start, refused(code), renewed, refused(code), renewed, refused(code));
    expect(state).toMatchObject({ phase: 'refused', problem: { code } });
  });
});
