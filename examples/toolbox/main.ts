import { fstatSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createToolbox } from './app.ts';
import { WorkerPool } from './work/worker-pool.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port ${values.port} is not a port; give a number from 0 (any free port) to 65535.`);
  process.exit(2);
}

/** A portal has started by then. */
const warmUpAfterMs = 10_000;

/** Longer than callers keep idle connections. Otherwise a connection could close just when a call uses it. */
const keepAliveTimeout = 75_000;

const pool = new WorkerPool();
process.once('exit', () => pool.close());
const toolbox = createToolbox(pool);
const server = createServer({ keepAliveTimeout }, toolbox.app);
server.on('error', (error) => {
  console.error(`The toolbox cannot listen on 127.0.0.1:${port}: ${error.message}`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  console.log(JSON.stringify({ toolbox: `http://127.0.0.1:${bound}`, port: bound }));
  pool.warmUp();
  setTimeout(() => toolbox.warmUp(), warmUpAfterMs).unref();
});
// The parent process, which reads the address, is gone.
process.stdout.on('error', () => process.exit(1));
endWithParent();

/** Exits on a signal, or when the parent closes stdin or the IPC channel. */
function endWithParent(): void {
  const end = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 2000).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('disconnect', end);
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.once('close', end).resume();
}
