import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { shareUpstreams } from '../../../server/gateway/gateway.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { sharePlaces } from '../../../server/store/postgres/open-postgres-store.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { mostUnderWay, mostWaiting, WaitingLine } from '../../../server/limits/waiting-line.ts';
import { type AbortNotice, CallAbort } from '../../../server/gateway/deadlines.ts';
import { callTo, failureOf, outcomeOf, signalOf, startUpstream, testGateway } from './gateway-rig.ts';

/** A line that is full under way, and whoever had a turn or was pushed out since, in order. */
function fullLine() {
  const line = new WaitingLine();
  const turns: string[] = [];
  const pushedOut: string[] = [];
  const one = (caller: string, name = caller) => ({
    caller,
    onTurn: () => void turns.push(name),
    onPushedOut: () => void pushedOut.push(name),
  });
  const under = Array.from({ length: mostUnderWay }, (_, count) => one(`under way ${count}`));
  for (const each of under) line.enter(each);
  turns.length = 0;
  /** The next of those that were there first is done. */
  const leave = () => line.leave(under.pop() ?? expect.fail('All have left.'));
  return { line, turns, pushedOut, one, leave };
}

describe('the line before an upstream', () => {
  test('lets callers take turns, each in the order of its own calls', () => {
    const { line, turns, one, leave } = fullLine();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.enter(one(name.slice(0, 1), name));
    expect(turns).toEqual([]);
    for (let count = 0; count < 8; count += 1) leave();
    expect(turns).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('has as many places again after all have left', () => {
    const { line, turns, one, leave } = fullLine();
    for (let count = 0; count < mostUnderWay; count += 1) leave();
    for (let count = 0; count < mostUnderWay + 1; count += 1) line.enter(one(`caller ${count}`));
    expect(turns.length).toBe(mostUnderWay);
  });

  test('leaves places to others, however many calls one caller has', () => {
    const { line, turns, one, leave } = fullLine();
    for (let count = 0; count < mostUnderWay; count += 1) leave();
    for (const caller of ['first', 'second', 'third', 'fourth'])
      for (let count = 0; count < 20; count += 1) line.enter(one(caller));
    for (let count = 0; count < mostUnderWay; count += 1) line.enter(one('first'));
    const count = (caller: string) => turns.filter((turn) => turn === caller).length;
    expect(['first', 'second', 'third', 'fourth'].map(count)).toEqual([20, 20, 18, 5]);
  });

  test('has three quarters of its places for one caller, who gets the next as one of them is done', () => {
    const { line, turns, one, leave } = fullLine();
    for (let count = 0; count < mostUnderWay; count += 1) leave();
    const calls = Array.from({ length: mostUnderWay }, (_, count) => one('greedy', `greedy ${count}`));
    for (const call of calls) line.enter(call);
    expect(turns.length).toBe(48);
    line.enter(one('modest'));
    expect(turns.at(-1)).toBe('modest');
    for (const call of calls.slice(0, 2)) line.leave(call);
    expect(turns.slice(49)).toEqual(['greedy 48', 'greedy 49']);
  });

  test('forgets who gives up', () => {
    const { line, turns, one, leave } = fullLine();
    const [first, second] = [one('a', 'first'), one('a', 'second')];
    line.enter(first);
    line.enter(second);
    line.giveUp(first);
    leave();
    expect(turns).toEqual(['second']);
  });

  test('gives the last place of the longest to a caller with fewer, and none to one with as many', () => {
    const { line, pushedOut, one } = fullLine();
    for (let count = 0; count < mostWaiting; count += 1)
      expect(line.enter(one('greedy', `greedy ${count}`))).toBe(true);
    expect(line.enter(one('greedy'))).toBe(false);
    expect(line.enter(one('modest'))).toBe(true);
    expect(pushedOut).toEqual([`greedy ${mostWaiting - 1}`]);
    for (let count = 0; count < mostWaiting; count += 1) line.enter(one('modest'));
    expect(pushedOut.length).toBe(mostWaiting / 2);
  });
});

describe('an upstream of several portals', () => {
  test('gets no more calls of all of them than of one, a second later', async () => {
    const pool = openConnections(await makePostgresDatabase(), 2);
    const answers: ServerResponse[] = [];
    const upstream = await startUpstream((_, response) => void answers.push(response));
    const arrived = (count: number) => expect.poll(() => upstream.requests.length).toBe(count);
    const answer = (count: number) => answers.splice(0, count).map((response) => response.end('done'));
    let made = 0;
    const openOne = (instance: number) => {
      const gateway = testGateway({ portals: () => 2 });
      /** How many calls the other one had, each time that this one asked. */
      const heard: number[] = [];
      const sharing = shareUpstreams(gateway, async (taken) => {
        const others = await sharePlaces(pool, instance, taken);
        heard.push(others[0]?.calls ?? -1);
        return others;
      });
      const call = () => outcomeOf(gateway.dial(callTo(`${upstream.url}/`, { caller: `caller ${++made}` })));
      return { heard, sharing, call: (count: number) => Array.from({ length: count }, call) };
    };
    const [one, other] = [openOne(1), openOne(2)];
    const calls = [...one.call(60), ...other.call(1)];
    await expect.poll(() => other.heard.at(-1)).toBe(60);
    const more = other.call(60);
    await arrived(60 + mostUnderWay / 2);
    // The others waited for two seconds, and got no place.
    const outcomes = (await Promise.all(more.slice(mostUnderWay / 2 - 1))).map((outcome) => typeof outcome);
    expect(outcomes).toEqual(outcomes.map(() => 'object'));
    // What one leaves, the other may take.
    answer(61);
    await expect.poll(() => other.heard.at(-1)).toBe(0);
    calls.push(...more.slice(0, mostUnderWay / 2 - 1), ...other.call(mostUnderWay / 2 + 1));
    await arrived(calls.length);
    answer(calls.length);
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'done'));
    for (const { sharing } of [one, other]) sharing.stop();
    await pool.end();
  });
});

describe('an upstream that is busy', () => {
  async function busyUpstream() {
    const answers: ServerResponse[] = [];
    const full = signalOf();
    const upstream = await startUpstream((_, response) => {
      answers.push(response);
      if (answers.length === mostUnderWay) full.give();
    });
    const gateway = testGateway();
    const dial = (caller: string, signal?: AbortNotice) =>
      outcomeOf(gateway.dial(callTo(`${upstream.url}/`, { caller, ...(signal && { signal }) })));
    const under = Array.from({ length: mostUnderWay }, (_, count) => dial(`caller ${count}`));
    await full.given;
    return { upstream, gateway, answers, under, dial };
  }

  test('gets no more at one time, and the next when one is done', async () => {
    const { upstream, answers, under, dial } = await busyUpstream();
    const waiting = dial('modest');
    const gone = new CallAbort();
    const goneAway = dial('modest', gone);
    gone.abort('client-gone');
    expect(await goneAway).toMatchObject({ code: 'client-gone', phase: 'before-dial' });
    expect(upstream.requests.length).toBe(mostUnderWay);
    const arrived = signalOf();
    upstream.requests.push = (...requests) => {
      arrived.give();
      return Array.prototype.push.apply(upstream.requests, requests);
    };
    answers[0]?.end('first');
    expect(await Promise.race(under)).toBe('first');
    await arrived.given;
    for (const answer of answers.slice(1)) answer.end('rest');
    expect(await waiting).toBe('rest');
    expect(upstream.requests.length).toBe(mostUnderWay + 1);
  });

  test('answers others while one caller reads none of many answers', async () => {
    const large = Buffer.alloc(256 * 1024);
    const upstream = await startUpstream((_, response) => response.end(large));
    const gateway = testGateway();
    const dial = (caller: string) => gateway.dial(callTo(`${upstream.url}/`, { caller }));
    const slow = await Promise.all(Array.from({ length: 48 }, () => dial('greedy')));
    const waiting = Array.from({ length: mostUnderWay - slow.length }, () => outcomeOf(dial('greedy')));
    expect(await outcomeOf(dial('modest'))).toHaveLength(large.length);
    for (const reply of slow) reply.abandon();
    await Promise.all(waiting);
  });

  test('is said to be after two seconds, and nothing was sent', async () => {
    const { upstream, gateway } = await busyUpstream();
    const started = performance.now();
    const failure = await failureOf(gateway.dial(callTo(`${upstream.url}/`)));
    expect(failure).toMatchObject({
      code: 'upstream-busy',
      phase: 'before-dial',
      headers: { 'retry-after': '2' },
    });
    expect(performance.now() - started).toBeGreaterThan(1_900);
    expect(upstream.requests.length).toBe(mostUnderWay);
  });

  test('is said to be at once where the line is full', async () => {
    const { gateway, upstream, dial } = await busyUpstream();
    const waiting = Array.from({ length: mostWaiting }, () => dial('greedy'));
    const failure = await failureOf(gateway.dial(callTo(`${upstream.url}/`, { caller: 'greedy' })));
    expect(failure).toMatchObject({ code: 'upstream-busy', headers: { 'retry-after': '2' } });
    // None of those before it has been told so.
    expect(await Promise.race([...waiting, Promise.resolve('still waiting')])).toBe('still waiting');
  });
});
