import { BatchRunner } from '../../../server/store/sqlite/writer/batch-runner.ts';
import type { OrderedJob } from '../../../server/store/sqlite/writer/message.ts';
import { openWritingConnection } from '../../../server/store/sqlite/writer/open-writing-connection.ts';
import { WaitingJobs } from '../../../server/store/sqlite/writer/start-writer.ts';
import type { Writer } from '../../../server/store/writer.ts';

/**
 * The writer without its thread, for tests that open a great many: the same jobs in the same batches, one for each
 * turn, on a connection that does not wait for the disk. What such a wait is for, other tests look at.
 */
export function startWriterHere(databaseFile: string): Writer {
  const connection = openWritingConnection(databaseFile);
  connection.pragma('synchronous = OFF');
  const runner = new BatchRunner(connection);
  const waiting = new WaitingJobs();
  let unsent: OrderedJob[] = [];

  function flush(): void {
    let jobs = unsent;
    unsent = [];
    while (jobs.length > 0) {
      const { outcomes, rest } = runner.run(jobs);
      for (const outcome of outcomes) waiting.settle(outcome);
      jobs = rest;
    }
  }

  return {
    run: (verb, payload) =>
      waiting.send<typeof verb>((number) => {
        unsent.push({ number, verb, payload });
        if (unsent.length === 1) queueMicrotask(flush);
      }),
    onPublish: () => () => {},
    close: () => Promise.resolve(void connection.close()),
  };
}
