import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { readSettings, type Settings } from '../env.ts';
import { leaveConnection, setPortal } from '../doors/current-portal.ts';
import type { Context } from '../context.ts';
import { makePortal } from './make-portal.ts';
import { logWhatIsPrinted, tellPerson } from '../portal/printed-lines.ts';
import { readSecrets, secretNamedBy } from '../portal/read-secrets.ts';
import { AbsentWriter } from '../store/writer.ts';
import { openReadingStore } from '../control/open-store.ts';
import type { Published } from '../store/sql/job.ts';
import { endWithFront } from '../pages/end-with-front.ts';
import { checkPath, HandedOver, takeHandedOver } from '../pages/handed-over.ts';
import { pagesHere } from '../pages/pages-here.ts';
import { PublishedCounts } from '../products/list-catalogue.ts';

/** A request may have 16 KiB of headers before the front adds its own. */
const maxHeaderSize = 32 * 1024;

/** The process that renders pages. The front owns the port and the API, and forwards the other requests. */
logWhatIsPrinted();
const [naming, socketPath = ''] = process.argv.slice(2);
endWithFront(dirname(socketPath));
const settings = readSettings();
const pages = pagesHere(settings, false);
await pages.ready;
const shown = new PublishedCounts();
let opened: ReturnType<typeof openReadingPortal> | undefined;

// The front closes idle connections, has validated the request, and enforces timeouts.
const options = { maxHeaderSize, requireHostHeader: false, keepAliveTimeout: 0, requestTimeout: 0 };
const server = createServer(options, (incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    outgoing.destroy();
    throw error;
  });
});
server.maxHeadersCount = 0;
server.listen(socketPath, () => tellPerson('ready\n'));

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // Waits for the first request, because the front may still be migrating the database.
  opened ??= openReadingPortal(settings, naming);
  const { context, drop } = opened;
  if (incoming.url === checkPath) return void outgoing.writeHead(204).end();
  const { socketAddress, published } = takeHandedOver(incoming);
  shown.catchUp(published, drop);
  leaveConnection(incoming, outgoing, new HandedOver(context, incoming, outgoing, socketAddress));
  // Next would add it if the client were connected to this process.
  incoming.headers['x-forwarded-for'] ??= socketAddress;
  await pages.handle(incoming, outgoing);
}

interface ReadingPortal {
  context: Context;
  /** Drops cached data after another process has published. */
  drop(what: Published): void;
}

/** Opens the portal for pages, with read-only connections. `naming`: the fingerprint of the secret that makes names. */
function openReadingPortal(settings: Settings, naming: string | undefined): ReadingPortal {
  const writer = new AbsentWriter();
  const store = openReadingStore(settings, writer);
  const secret = secretNamedBy(naming, readSecrets(settings));
  const portal = makePortal(settings, store, { secret, keep: true, pages: { check: async () => {} } });
  setPortal(portal);
  return { context: portal.context, drop: (what) => writer.publish(what) };
}
