import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { askOnce, type Unanswered } from '../../../components/confirmation/ask-once.ts';
import { type AnswerOf, fetchJson, type Route } from '../../../components/fetch-json.ts';
import { fetchCredits } from '../../../components/playground/fetchers.ts';
import { openForCaller, showCaller } from '../../../components/shown-caller.ts';
import type { ApiKeyList } from '../../../lib/account/api-keys.ts';
import type { CallList } from '../../../lib/call/call-list.ts';
import type { Overview } from '../../../lib/operator/overview.ts';

const problem = {
  type: '/problems/not-found',
  title: 'There is no such thing',
  status: 404,
  detail: 'There is no product of that name.',
  code: 'not-found',
  requestId: '1',
};

let server: Server;
let listener: RequestListener;
beforeEach(async () => {
  server = createServer((incoming, outgoing) => listener(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const { fetch } = globalThis;
  // As in a page of the portal.
  vi.stubGlobal('fetch', (address: string, given: RequestInit) =>
    fetch(new URL(address, `http://127.0.0.1:${port}/`), given),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
  server.closeAllConnections();
});

const ask = (signal = new AbortController().signal) => fetchJson('GET /api/keys', { signal });

const answer =
  (status: number, text: string): RequestListener =>
  (_incoming, outgoing) =>
    void outgoing.writeHead(status).end(text);

describe('what the browser asks of the portal', () => {
  it('is what the portal answers', async () => {
    listener = answer(200, '{"list":[],"total":3}');
    expect(await ask()).toEqual({ list: [], total: 3 });
  });

  it('has the type of the operation', () => {
    expectTypeOf(ask).returns.resolves.toEqualTypeOf<ApiKeyList>();
    expectTypeOf<AnswerOf<'GET /api/calls'>>().toEqualTypeOf<CallList>();
    expectTypeOf<AnswerOf<'GET /api/operator/overview'>>().toEqualTypeOf<Overview>();
    expectTypeOf<AnswerOf<'DELETE /api/keys/{key_id}'>>().toEqualTypeOf<undefined>();
  });

  it.each<[string, RequestListener, string]>(
    // biome-ignore format: a table
    [
      ['the connection breaks before the answer', (incoming) => incoming.socket.destroy(), 'The portal cannot be reached. Check your connection, then try again.'],
      [
        'the connection breaks within the answer',
        (incoming, outgoing) => void outgoing.writeHead(200).write('{"total":', () => incoming.socket.destroy()),
        'The response is not from the portal, which may be restarting. Try again in a moment.',
      ],
      ['a proxy answers with a page', answer(502, '<h1>Bad gateway</h1>'), 'The response is not from the portal, which may be restarting. Try again in a moment.'],
      ['a proxy answers with JSON', answer(503, '{"error":"busy"}'), 'The response is not from the portal, which may be restarting. Try again in a moment.'],
      ['the portal refuses', answer(404, JSON.stringify(problem)), problem.detail],
    ],
  )('says what to do where %s', async (_what, given, sentence) => {
    listener = given;
    await expect(ask()).rejects.toMatchObject({ message: sentence });
  });

  it('is told the code of a refusal', async () => {
    listener = answer(404, JSON.stringify(problem));
    await expect(ask()).rejects.toMatchObject({ problem: { code: 'not-found' } });
  });

  it('sends what changes something as JSON to the address of its operation, and takes that there is nothing to say', async () => {
    let heard = '';
    listener = (incoming, outgoing) => {
      heard = `${incoming.method} ${incoming.url} ${incoming.headers['content-type']} `;
      incoming.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      incoming.on('end', () => outgoing.writeHead(204).end());
    };
    const given = { params: { key_id: 'a/b' }, query: { c: 'd e' }, body: { key: 'x' } };
    await expect(fetchJson('PATCH /api/keys/{key_id}', given)).resolves.toBe(undefined);
    expect(heard).toBe('PATCH /api/keys/a%2Fb?c=d+e application/json {"key":"x"}');
  });

  it('asks for the same change of operators with the same key until it is answered', async () => {
    const keys: unknown[] = [];
    const ofDialog = { last: null };
    const grant = (credits: number, part: Unanswered = ofDialog) =>
      askOnce(part, 'POST /api/operator/grants', { body: { credits } });
    const hears =
      (next: RequestListener): RequestListener =>
      (incoming, outgoing) => {
        keys.push(incoming.headers['idempotency-key']);
        next(incoming, outgoing);
      };
    listener = hears((incoming) => incoming.socket.destroy());
    await expect(grant(5)).rejects.toThrow(/may or may not have been done/);
    listener = hears(answer(502, '<h1>Bad gateway</h1>'));
    await expect(grant(5)).rejects.toThrow(/may or may not have been done/);
    listener = hears(answer(201, '{}'));
    await grant(5);
    await grant(5);
    const [lost, lostAgain, answered, next] = keys.splice(0);
    expect(lost).toMatch(/^[\da-f]{32}$/);
    expect([lostAgain, answered]).toEqual([lost, lost]);
    expect(next).not.toBe(lost);

    // What somebody does after another change, or in a dialog that they open anew, they mean to do.
    listener = hears((incoming) => incoming.socket.destroy());
    await expect(grant(7)).rejects.toThrow(/may or may not have been done/);
    listener = hears(answer(201, '{}'));
    await grant(7, { last: null });
    await grant(8);
    await grant(7);
    expect(new Set(keys).size).toBe(4);
  });

  describe('for a page that shows an account', () => {
    let payer: string;
    let person: string;
    const askAnew = vi.fn<() => void>();
    beforeEach(() => {
      [payer, person] = ['acc_shown', 'per_shown'];
      askAnew.mockClear();
      onTestFinished(showCaller(() => ({ payer, caller: person }), askAnew));
    });

    let meantPerson: unknown;
    const meantFor = async (route: Route): Promise<unknown> => {
      let header: unknown;
      listener = (incoming, outgoing) => {
        header = incoming.headers['farebox-payer'];
        meantPerson = incoming.headers['farebox-caller'];
        outgoing.writeHead(204).end();
      };
      await fetchJson(route);
      return header;
    };

    it.each<[Route, string | undefined, string | undefined]>([
      ['GET /api/keys', 'acc_shown', 'per_shown'],
      ['POST /api/keys', 'acc_shown', 'per_shown'],
      ['GET /api/session', undefined, undefined],
      ['POST /api/session/account', undefined, 'per_shown'],
      ['POST /api/session', undefined, undefined],
      ['GET /api/operator/overview', undefined, 'per_shown'],
    ])('%s is meant for %s and %s', async (route, account, who) => {
      expect([await meantFor(route), meantPerson]).toEqual([account, who]);
    });

    it('is meant for nobody of a dialog that is closed, whichever of two closes first', async () => {
      const [outer, inner] = [openForCaller(), openForCaller()];
      outer();
      inner();
      [payer, person] = ['acc_next', 'per_next'];
      expect([await meantFor('POST /api/keys'), meantPerson]).toEqual(['acc_next', 'per_next']);
    });

    it('is meant for the account for which the dialog was opened, until that was refused by the name of another', async () => {
      onTestFinished(openForCaller());
      [payer, person] = ['acc_next', 'per_next'];
      onTestFinished(openForCaller());
      expect([await meantFor('GET /api/keys'), await meantFor('POST /api/keys')]).toEqual([
        ...['acc_next', 'acc_shown'],
      ]);
      const refused = async (route: Route, now: string) => {
        listener = answer(409, JSON.stringify({ ...problem, code: 'other-payer', payer: now }));
        await expect(fetchJson(route)).rejects.toThrow(problem.detail);
        return meantFor('POST /api/keys');
      };
      expect(await refused('GET /api/keys', 'acc_next')).toBe('acc_shown');
      // The session has ended. Whoever signs in again may do so for another account.
      expect(await refused('POST /api/keys', 'guest')).toBe('acc_shown');
      expect(await refused('POST /api/keys', 'acc_next')).toBe('acc_next');
      // What one person typed is never sent by another.
      expect(meantPerson).toBe('per_shown');
    });

    it.each([
      ...['other-payer', 'session-ended', 'account-suspended'].map((code) => [code, 1] as const),
      ...['sign-in-required', 'account-required', 'operator-required'].map((code) => [code, 1] as const),
      ...['not-found', 'forbidden', 'wrong-password'].map((code) => [code, 0] as const),
    ])('asks who the caller is after %s: %i times', async (code, times) => {
      listener = answer(409, JSON.stringify({ ...problem, code }));
      await expect(ask()).rejects.toThrow(problem.detail);
      expect(askAnew).toHaveBeenCalledTimes(times);
    });

    it('asks who the caller is where the balance says that the account was suspended', async () => {
      const spendable = { credits: 0, code: 'account-suspended', why: 'This account is suspended.' };
      listener = answer(200, JSON.stringify({ available: 9, spendable }));
      await fetchCredits(undefined, new AbortController().signal);
      expect(askAnew).toHaveBeenCalledOnce();
    });
  });

  it('leaves a question that was called off as it is', async () => {
    const off = new AbortController();
    listener = () => off.abort();
    await expect(ask(off.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
