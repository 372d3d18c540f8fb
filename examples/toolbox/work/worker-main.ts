import { Worker as Thread } from 'node:worker_threads';
import { heavyOperations } from '../heavy-operations.ts';
import { type Operation, Refusal } from '../operation.ts';
import { type WorkReport, type WorkRequest, memorySentence } from './job.ts';

/** The portal's default limit for a response. */
const replyLimitBytes = 10 * 1024 * 1024;

const loaded = new Map<string, Operation>();

process.on('message', (message) => void work(asRequest(message)));
process.once('disconnect', () => process.exit());
// Terminals send these to the whole process group. The parent decides when this process ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
endWithParent();
report({ kind: 'ready' });

/** A job keeps this thread from hearing `disconnect`, so another looks each second whether the parent is there. */
function endWithParent(): void {
  const watch = `
    const parent = ${process.ppid};
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000);`;
  new Thread(watch, { eval: true, execArgv: [] }).unref();
}

async function work({ operationId, input, files }: WorkRequest): Promise<void> {
  try {
    const operation = await loadOperation(operationId);
    const { type, body } = await operation({ ...Object(JSON.parse(input)), ...files });
    if (typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new Error(`${operationId} answers with events, which a worker cannot send.`);
    if (Buffer.byteLength(body) > replyLimitBytes)
      throw new Refusal(`The result has more than ${replyLimitBytes} bytes; send a smaller input.`);
    report({ kind: 'reply', type, body });
  } catch (error) {
    report(faultOf(error));
  }
}

async function loadOperation(operationId: string): Promise<Operation> {
  const known = loaded.get(operationId);
  if (known) return known;
  const operation = await heavyOperations[operationId]?.load();
  if (!operation) throw new Error(`No worker knows the operation ${operationId}.`);
  loaded.set(operationId, operation);
  report({ kind: 'loaded' });
  return operation;
}

function faultOf(error: unknown): WorkReport {
  if (error instanceof Refusal) return { kind: 'refusal', sentence: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { kind: 'refusal', sentence: 'The input is nested too deeply.' };
  if (error instanceof RangeError && /length|allocation/.test(error.message))
    return { kind: 'refusal', sentence: memorySentence };
  return { kind: 'failure', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function report(said: WorkReport): void {
  process.send?.(said);
}

/** Only worker.ts sends messages to this process. */
function asRequest(message: unknown): WorkRequest {
  return message as WorkRequest;
}
