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

/** The headers of a request may take 16 KiB before the front adds its own. */
const maxHeaderSize = 32 * 1024;

/**
 * The process that renders the pages. The one in front owns the port, the API and all that is written, and hands over
 * what is left, on a socket that only it can reach.
 */
logWhatIsPrinted();
const [socketPath = ''] = process.argv.slice(2);
endWithFront(dirname(socketPath));
const settings = readSettings();
const pages = pagesHere(settings, false);
await pages.ready;
const shown = new PublishedCounts();
let opened: ReturnType<typeof openReadingPortal> | undefined;

// The front closes connections that are idle. It has checked what a client sent, and waits for as long as a client does.
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
  // Not before the first request: the front may still be bringing the database up to date.
  opened ??= openReadingPortal(settings);
  if (incoming.url === checkPath) return void outgoing.writeHead(204).end();
  const { socketAddress, published } = takeHandedOver(incoming);
  shown.catchUp(published, opened.drop);
  leaveConnection(incoming, outgoing, new HandedOver(opened.context, incoming, outgoing, socketAddress));
  // As Next would add it, were the client's own connection this one.
  incoming.headers['x-forwarded-for'] ??= socketAddress;
  await pages.handle(incoming, outgoing);
}
