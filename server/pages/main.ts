import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { leaveConnection } from '../http/connection-ticket.ts';
import { readSettings } from '../env.ts';
import { logWhatIsPrinted, tellPerson } from '../portal/printed-lines.ts';
import { checkPath, HandedOver, takeHandedOver } from './handed-over.ts';
import { endWithFront } from './end-with-front.ts';
import { pagesHere } from './pages-here.ts';
import { PublishedCounts } from './published-counts.ts';
import { openReadingPortal } from './reading-portal.ts';

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
