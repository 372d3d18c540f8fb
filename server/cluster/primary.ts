import { z } from 'zod';
import type { ToolboxProcess } from '../portal/toolbox-process.ts';

// The side of a worker.

/** The toolbox that the primary runs for all workers. */
export function toolboxOfPrimary(): ToolboxProcess {
  const address = new Promise<string>((resolve) => {
    hearPrimary((message) => {
      if (message.type === 'toolbox') resolve(message.address);
    });
  });
  return { address, start: () => {}, stop: () => {} };
}

let asked = 0;

/** The metrics of all workers. The primary gives up after five seconds. */
export function metricsOfAllWorkers(): Promise<string> {
  asked += 1;
  const number = asked;
  return new Promise((resolve, reject) => {
    const forget = hearPrimary((message) => {
      if (message.type !== 'metrics' || message.number !== number) return;
      forget();
      if (message.text === null) reject(new Error('The metrics of the workers could not be collected.'));
      else resolve(message.text);
    });
    process.send?.({ type: 'metrics', number });
  });
}

function hearPrimary(listener: (message: ToWorker) => void): () => void {
  const hear = (received: unknown) => {
    const { data } = toWorker.safeParse(received);
    if (data) listener(data);
  };
  process.on('message', hear);
  return () => process.off('message', hear);
}

/** From the primary to its workers. */
const toWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('toolbox'), address: z.string() }),
  z.object({ type: z.literal('metrics'), number: z.number(), text: z.string().nullable() }),
]);

export type ToWorker = z.output<typeof toWorker>;

/** From a worker to the primary: asks for the metrics of all workers. */
export const toPrimary = z.object({ type: z.literal('metrics'), number: z.number() });
