import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import { makeHttpServer } from '../../server/start/http-server.ts';
import { portal as currentPortal, setPortal } from '../../server/doors/current-portal.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { openPortalUnderTest, type PortalUnderTest } from './portal-under-test.ts';
import type { Payload } from '../../server/store/writer.ts';

export type Pages = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
type Served = Awaited<ReturnType<typeof serve>>;

export interface ServedPortal extends Served {
  /** A new one for each test. */
  account: string;
  addAccount(): Promise<string>;
  /** A key of the test's account. */
  addKey(changes?: Partial<Payload<'create-key'>>): Promise<string>;
  /** Another portal, for the rest of the test. */
  reopen(variables: Record<string, string>): Promise<void>;
}

/** The id of a key that `addKey` made. */
export const keyId = (key: string) => `key_${hashApiKey(key).slice(0, 16)}`;

const noPages: Pages = async (_incoming, outgoing) => void outgoing.writeHead(404).end();
let accounts = 0;

/** The portal's own server and fast lane in this process: one for all tests of a file. */
export function servedPortal(variables: Record<string, string> = {}, pages = noPages): ServedPortal {
  const portal = untilServed();
  let shared: Served;
  portal.addAccount = async () => {
    const id = `acc_${(accounts += 1)}`;
    await portal.writer.run('create-account', { id, name: `Account ${id}`, now: 0 });
    return id;
  };
  portal.addKey = async (changes = {}) => {
    const key = makeApiKey();
    await portal.writer.run('create-key', {
      ...{ id: keyId(key), accountId: portal.account, name: 'Mine', hash: hashApiKey(key) },
      ...{ hint: hintOfApiKey(key), operator: false, now: Date.now(), expiresAt: null },
      ...{ capDay: null, capMonth: null, capTotal: null },
      ...changes,
    });
    return key;
  };
  const take = async (served: Served) => {
    setPortal(served.current);
    Object.assign(portal, served);
    portal.account = await portal.addAccount();
  };
  portal.reopen = async (others) => take(await serve({ ...variables, ...others }, pages));
  beforeAll(async () => {
    shared = await serve(variables, pages);
  });
  beforeEach(() => take(shared));
  afterEach(async () => {
    if (portal.context !== shared.context) await portal.close();
  });
  afterAll(() => shared.close());
  return portal;
}

/** Has its members before the first test runs. */
function untilServed(): ServedPortal {
  return {} as ServedPortal;
}

async function serve(variables: Record<string, string>, next: Pages) {
  const portal: PortalUnderTest = await openPortalUnderTest(variables);
  const server = makeHttpServer(portal.context, { next });
  const port = await listenOnLoopback(server);
  return {
    ...{ ...portal, port, current: currentPortal() },
    /** By hand: `fetch` sends no Origin, Host or Cookie of our choice. */
    async ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
      const sent = request({ port, host: '127.0.0.1', method, path, headers });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = await once(sent, 'response');
      const answered = await text(response);
      const isJson = /json/.test(response.headers['content-type'] ?? '') && answered !== '';
      return {
        ...{ status: Number(response.statusCode), headers: response.headers },
        json: isJson ? JSON.parse(answered) : undefined,
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await portal.close();
    },
  };
}
