import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A network between a portal and its database, which can lose what the database answers, or look like a pooler. */
export interface PostgresProxy {
  url: string;
  /**
   * From now on, whoever gets an answer loses the connection instead: the database did what it was asked for. With a text
   * it begins with the first answer that has it.
   */
  loseAnswers(from?: string): void;
  passAnswers(): void;
  /** Tells those who connect from now on a process id of its own, as poolers do. */
  poolConnections(): void;
  /** Closes every connection. The database may go on with what it was asked for. */
  cut(): void;
  close(): Promise<void>;
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let losesFrom: string | undefined;
  let pools = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
    }
    client.on('data', (bytes) => database.write(bytes));
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    const hides = pools;
    database.on('data', (bytes: Buffer) => {
      if (hides) hideProcessId(bytes);
      if (losesFrom === undefined || !bytes.includes(losesFrom)) client.write(bytes);
      else {
        losesFrom = '';
        client.destroy();
      }
    });
  });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const url = new URL(databaseUrl);
  url.port = String(await listenOnLoopback(server));
  return {
    url: url.href,
    loseAnswers: (from = '') => {
      losesFrom = from;
    },
    passAnswers: () => {
      losesFrom = undefined;
    },
    poolConnections: () => {
      pools = true;
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The start of the message `BackendKeyData`. The process id follows. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);

function hideProcessId(bytes: Buffer): void {
  const place = bytes.indexOf(keyData);
  if (place >= 0) bytes.writeInt32BE(0x7fff_ffff, place + keyData.length);
}
