import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { requestChecker } from './document-request.ts';
import type { Json, MakeDocument } from './documents/parts.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface DocumentUpstream {
  /** The document as it is imported: its server is this upstream. */
  document: Json;
  url: string;
  /** How many requests were as the document wants them. */
  accepted: () => number;
  close: () => Promise<void>;
}

/** An API that holds each request against its own document, with no code of the portal's: 200 or 400. */
export async function startDocumentUpstream(makeDocument: MakeDocument): Promise<DocumentUpstream> {
  const app = express();
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}/api`;
  const document = makeDocument(url);
  const faultsOf = requestChecker(document);
  let accepted = 0;
  app.set('query parser', 'extended');
  app.use(
    express.json({ strict: false }),
    express.urlencoded({ extended: true }),
    express.raw({ type: '*/*' }),
  );
  app.use('/api', async (request, response) => {
    const faults = await faultsOf(request);
    if (faults.length === 0) accepted += 1;
    response.status(faults.length === 0 ? 200 : 400).json({ faults });
  });
  return {
    document,
    url,
    accepted: () => accepted,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
