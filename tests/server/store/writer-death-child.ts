import { argv } from 'node:process';
import { Worker } from 'node:worker_threads';
import { exitWithStore } from '../../../server/store/tend-ledger.ts';
import { writerOn } from '../../../server/store/sqlite/writer/start-writer.ts';

/** A process that would go on for ever, whose writer dies of its first job, or is closed. */
const [, , end] = argv;
const mortal = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (order) => {
    if (order === 'close') parentPort.close();
    else throw new Error('no memory');
  });
  parentPort.postMessage('ready');
`;
const writer = await writerOn(new Worker(mortal, { eval: true }));
exitWithStore(writer);
setInterval(() => {}, 1_000);
if (end === 'closed') {
  await writer.close();
  process.exit(0);
}
await writer.run('publish-tags', { tags: [] }).catch(({ code }) => process.stdout.write(`${code}\n`));
