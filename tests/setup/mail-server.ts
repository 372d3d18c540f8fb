import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  message: string;
}

export interface MailServer {
  port: number;
  url: string;
  /** What it accepted, in order. */
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** When the server refuses, and with which status. */
export interface Refusal {
  at: 'connect' | 'auth' | 'from' | 'to' | 'data';
  status: number;
  text?: string;
}

/** An SMTP server on loopback. `refusal` is asked at each step. */
export async function startMailServer({
  refusal = () => undefined,
  port = 0,
  ...options
}: SMTPServerOptions & { refusal?: () => Refusal | undefined; port?: number } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const failureAt = (step: Refusal['at']) => {
    const { at, status, text = 'No.' } = refusal() ?? {};
    return at === step ? Object.assign(new Error(text), { responseCode: status }) : null;
  };
  const server = new SMTPServer({
    ...{ logger: false, authOptional: true, allowInsecureAuth: true, disableReverseLookup: true },
    onConnect: (_session, done) => done(failureAt('connect')),
    onAuth: ({ username }, _session, done) => done(failureAt('auth'), { user: username }),
    onMailFrom: (_address, _session, done) => done(failureAt('from')),
    onRcptTo: (_address, _session, done) => done(failureAt('to')),
    onData: (stream, { envelope }, done) => {
      buffer(stream).then((message) => {
        const failure = failureAt('data');
        const { mailFrom, rcptTo } = envelope;
        if (!failure)
          mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            message: message.toString(),
          });
        done(failure);
      }, done);
    },
    ...options,
  });
  // Clients that are cut off are part of the tests.
  server.on('error', () => {});
  const bound = await listenOnLoopback(server.server, { port });
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    async close() {
      const closed = once(server.server, 'close');
      server.close();
      for (const { _socket: socket } of server.connections) socket.destroy();
      await closed;
    },
  };
}
