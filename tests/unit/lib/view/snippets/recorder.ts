import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../../setup/listen-on-loopback.ts';

export interface RecordedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A portal that answers every estimate and every call, and keeps what it was asked. */
export interface Recorder {
  origin: string;
  /** What came since this was last asked for. */
  take(): RecordedRequest[];
  stop(): void;
}

export const quote = 'q1.aB-_9.signature';

export async function startRecorder(): Promise<Recorder> {
  let requests: RecordedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      requests.push({ method, url, headers, body });
      const estimate = { credits: 3, quote, expiresAt: '2030-01-01T00:00:00.000Z', missing: [], invalid: [] };
      const answer = url?.includes('/credits/required/') ? estimate : { done: true };
      response.writeHead(200, { 'content-type': 'application/json', 'farebox-credits-charged': '3' });
      response.end(JSON.stringify(answer));
    });
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    take() {
      const taken = requests;
      requests = [];
      return taken;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
