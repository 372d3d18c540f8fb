import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { watchAlerts } from '../alerts/watch-alerts.ts';
import { lookDaily } from '../desk/look-daily.ts';
import { setPriceRule, takeEffectInTime } from '../desk/take-effect.ts';
import { signDaily } from '../audit/sign-daily.ts';
import { shareLimits } from '../callers/rate-limits.ts';
import { writeRefusedCalls } from '../calls/refused-calls.ts';
import type { CallsUnderWay } from '../calls/calls-under-way.ts';
import { loadShippedCatalogue } from '../catalogue/apply.ts';
import { toolboxOfPrimary } from '../cluster/primary.ts';
import type { Context } from '../context.ts';
import { readSettings, type Settings, SettingsError } from '../env.ts';
import { shareUpstreams } from '../gateway/gateway.ts';
import { UnreadResponses } from '../http/unread-responses.ts';
import { errorText, log } from '../log.ts';
import { sendMails } from '../mail/deliver-mail.ts';
import { dropEarlierCredentials } from '../operator/credentials.ts';
import { pagesHere } from '../pages/pages-here.ts';
import { PagesProcess } from '../pages/pages-process.ts';
import type { Pages } from '../pages/pages.ts';
import { makeSetupLink } from '../people/link-token.ts';
import { provisionOperator } from '../people/registration.ts';
import { decryptText, encryptText } from '../portal/encrypted-text.ts';
import { tellPerson } from '../portal/printed-lines.ts';
import { secretFingerprint } from '../portal/read-secrets.ts';
import { toolboxProcess } from '../portal/toolbox-process.ts';
import { inUsualOrder, orderProducts, PublishedCounts } from '../products/list-catalogue.ts';
import { rootFolder } from '../root-folder.ts';
import {
  type StoredPurpose,
  storedPurposes,
  type StoredText,
} from '../store/operation/read-encrypted-texts.ts';
import type { Store } from '../store/store.ts';
import { exitWithStore } from '../store/tend-ledger.ts';
import { type Writer, WriterError } from '../store/writer.ts';
import { sendEvents } from '../webhooks/deliver-event.ts';
import { noteRestoration } from './restore-asked.ts';
import { makeHttpServer } from './http-server.ts';
import { openPortal } from './open-portal.ts';

export async function startPortal({ dev }: { dev: boolean }): Promise<void> {
  const settings = readSettings();
  const published = new PublishedCounts();
  const toolbox = cluster.isWorker ? toolboxOfPrimary() : toolboxProcess(settings.toolboxPort);
  const check = () => pages.check();
  const portal = await openPortal(settings, { keep: !dev, pages: { check }, toolbox });
  // Started after the database is open, so that an unusable database prints only its own message.
  const { context, store } = portal;
  const naming = secretFingerprint(context.secret.naming);
  const pages: Pages = dev ? pagesHere(settings, dev) : new PagesProcess(published, naming);
  exitWithStore(store);
  store.writer.onPublish((what) => published.count(what));
  const catalogue = join(rootFolder, 'catalogue');
  // Of portals that start together on an empty database, one loads it.
  const loaded = store.alone(() => loadShippedCatalogue(store, catalogue, settings.egressAllow));
  await Promise.all([pages.ready, loaded]);
  await setPriceRule(context);

  const next: Pages['handle'] = (incoming, outgoing) => pages.handle(incoming, outgoing);
  const server = makeHttpServer(context, { next, dev });
  const unread = watchConnections(server);
  if (pages.upgrade) server.on('upgrade', pages.upgrade);
  // Nearly all visitors start at the first page of the catalogue.
  const first = await inUsualOrder(context, { tag: [], q: undefined, status: '1' as const });
  await Promise.all([orderProducts(context, first), pages.check()]);
  // Whoever asks what became of it finds it in the audit log, too.
  await noteRestoration(context);
  await listen(server, settings);
  const tending = store.tend(settings.retentionDays);
  const sending = [sendMails(context), sendEvents(context), watchAlerts(context)];
  const signing = signDaily(context);
  const looking = lookDaily(context);
  const dropping = dropEarlierCredentials(context);
  const taking = takeEffectInTime(context);
  const refusing = writeRefusedCalls(context.refusedCalls, (refusals) =>
    store.writer.run('note-refusals', refusals),
  );
  const renewing = renewAndLog(context);
  const { addTaken, sharePlaces } = store;
  const sharing = [
    addTaken && shareLimits({ ...context, addTaken }),
    sharePlaces && shareUpstreams(context.gateway, sharePlaces),
  ];
  const refreshing = refreshTexts(store);
  // Last, because it is the slowest to start and only its own products need it.
  toolbox.start();
  stopOnSignal(async () => {
    context.readiness.stop();
    await stopServing(server, unread, context.callsUnderWay);
    await pages.close();
    toolbox.stop();
    for (const one of sharing) one?.stop();
    await Promise.all(sending.map((one) => one.stop()));
    await Promise.all([tending.stop(), signing.stop(), looking.stop(), dropping.stop(), refusing.stop()]);
    await taking.stop();
    await refreshing.stop();
    await renewing;
    await portal.close();
  });
  tellPerson(`Farebox is at ${settings.url}.\n`);
  tellPerson(`The toolbox is at ${await toolbox.address}.\n`);
  await findFirstOperator(settings, store.writer);
}

/** In one process of a port. What cannot be done now is done by the next start. */
async function renewAndLog(context: Context): Promise<void> {
  if (cluster.isWorker && cluster.worker?.id !== 1) return;
  try {
    const { renewed, unreadable } = await renewTexts(context);
    if (renewed > 0) log('info', 'encrypted-texts-renewed', { renewed });
    const count = storedPurposes.reduce((sum, purpose) => sum + unreadable[purpose], 0);
    if (count > 0) log('error', 'encrypted-texts-unreadable', { ...unreadable, hint: unreadableHint });
  } catch (error) {
    log('error', 'encrypted-texts-not-renewed', { error: errorText(error) });
  }
}

const unreadableHint =
  'They were encrypted with a secret that is not in FAREBOX_SECRET. Put it into the list again for one start.';

const firstOperatorPauseMs = 10_000;

/**
 * While there is no operator: makes the one of the settings, or prints a link for the first one. Of several processes
 * on a port, the first one does. While nothing can be written, it tries again.
 */
async function findFirstOperator(settings: Settings, writer: Writer): Promise<void> {
  if (cluster.isWorker && cluster.worker?.id !== 1) return;
  try {
    if (await provisionOperator(settings, writer))
      return tellPerson(`The operator ${settings.operator?.email.address} was created.\n`);
    const link = await makeSetupLink(settings, writer);
    if (link !== undefined) tellPerson(`Farebox has no operator yet: ${link}\n`);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    if (error.code === 'writer-stopped') return;
    log('error', 'first-operator-not-made', { error: error.message });
    setTimeout(() => void findFirstOperator(settings, writer), firstOperatorPauseMs).unref();
  }
}

async function listen(server: Server, { port, host }: Settings): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new SettingsError(`Farebox cannot listen on port ${port} of ${host}: ${listenFailure(error)}.`, {
      cause: error,
    });
  }
}

function listenFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program uses it. Stop that one, or set PORT to another port';
  if (code === 'EACCES') return 'this user has no permission. Set PORT to a port above 1023';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Set HOST to one that it has';
  return String(error);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        // With the code of a restoration, if one was asked for.
        () => process.exit(),
        (error: unknown) => {
          tellPerson(
            `${errorText(error)}
`,
            'stderr',
          );
          process.exit(1);
        },
      );
    });
  }
}

/**
 * Rebuilds the search texts after a migration while the portal runs. If it is interrupted, the next start continues.
 */
function refreshTexts({ catalogue, writer }: Pick<Store, 'catalogue' | 'writer'>): {
  done: Promise<void>;
  stop: () => Promise<void>;
} {
  let isStopped = false;
  const refresh = async () => {
    let isDone = !(await catalogue.hasStaleTexts());
    while (!isDone && !isStopped) ({ isDone } = await writer.run('refresh-stale-products', {}));
  };
  const done = refresh().catch((error: unknown) =>
    log('error', 'search-not-refreshed', { error: errorText(error) }),
  );
  return {
    done,
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

/** A job takes 20 ms at most in SQLite. */
const mostAtOnce = 100;

type Renewing = Pick<Context, 'secret'> & { store: Pick<Context['store'], 'encryptedTexts' | 'writer'> };

interface RenewedTexts {
  renewed: number;
  /** Those of a secret that is not in the list. */
  unreadable: Record<StoredPurpose, number>;
}

/** Encrypts with the first secret what another one has encrypted, so that the other one may leave the list. */
export async function renewTexts(context: Renewing): Promise<RenewedTexts> {
  const done: RenewedTexts = {
    renewed: 0,
    unreadable: { 'second factors': 0, 'webhook secrets': 0, 'upstream credentials': 0 },
  };
  for (const purpose of storedPurposes) {
    let last: StoredText | undefined;
    do {
      const texts = await context.store.encryptedTexts.after(purpose, last?.key ?? 0, mostAtOnce);
      const checked = texts.map((text) => renewedText(context, purpose, text));
      done.unreadable[purpose] += checked.filter((text) => text === 'unreadable').length;
      const changed = checked.filter((text) => typeof text === 'object');
      if (changed.length > 0) {
        const wish = { purpose, texts: changed };
        done.renewed += (await context.store.writer.run('renew-encrypted-texts', wish)).renewed;
      }
      last = texts.at(-1);
    } while (last);
  }
  return done;
}

function renewedText({ secret }: Renewing, purpose: StoredPurpose, { key, owner, encrypted }: StoredText) {
  const of = { purpose, owner };
  if (decryptText([secret.signing], of, encrypted) !== undefined) return 'renewed';
  const text = decryptText(secret.all, of, encrypted);
  if (text === undefined) return 'unreadable';
  return { key, before: encrypted, after: encryptText(secret.signing, of, text) };
}

/** Calls under way may finish within this time; later ones are ended and cost nothing. */
const stopLimitMs = 25_000;
/** For calls that were ended to be settled, and for their last words to reach their clients. */
const lastWordsMs = 2_000;
/** While the portal stops, connections without a request end so soon. */
const sweepMs = 50;

/** Takes no more requests, and resolves once all connections and calls have ended. */
async function stopServing(
  server: Server,
  unread: UnreadResponses,
  callsUnderWay: CallsUnderWay,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  unread.hurry();
  // Not only now: a connection whose answer is still on its way is kept by its client afterwards.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const late = setTimeout(() => callsUnderWay.stop(), stopLimitMs);
  const last = setTimeout(() => server.closeAllConnections(), stopLimitMs + lastWordsMs);
  await closed;
  // Calls that go on though their caller has gone are not seen by the server.
  await callsUnderWay.untilIdle();
  clearTimeout(late);
  clearTimeout(last);
  clearInterval(sweep);
}

/** Ends the connections of a server that only hold it up: those whose answers nobody reads, and at its end idle ones. */
function watchConnections(server: Server): UnreadResponses {
  const unread = new UnreadResponses(server);
  closeOnlyIdle(server, unread);
  return unread;
}

/**
 * Mends `closeIdleConnections` of a server, which `close` calls as well. Node's own leaves alone the connections that have
 * not said anything yet, which a browser opens ahead of what it may ask; and it cuts answers that are complete, but of
 * which the kernel has not taken all.
 */
function closeOnlyIdle(server: Server, unread: UnreadResponses): void {
  /** How many answers of a connection are not sent yet. */
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  const count = (socket: Socket, by: number) => {
    const now = open.get(socket);
    if (now !== undefined) open.set(socket, now + by);
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
      count(socket, 1);
      outgoing.on('close', () => count(socket, -1));
    });
  server.closeIdleConnections = () => {
    for (const [socket, answers] of open) {
      if (answers > 0 || socket.writableLength > 0) continue;
      // The kernel delivers what is in its buffer even after this process has ended.
      if (unread.isStalled(socket)) socket.resetAndDestroy();
      else socket.destroy();
    }
  };
}
