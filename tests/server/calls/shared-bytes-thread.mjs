import { parentPort } from 'node:worker_threads';

// A thread for inputs that writes into what it is to read.
parentPort.on('message', ({ input }) => {
  new Uint8Array(input.bytes).fill(1);
  parentPort.postMessage({ result: 'hash' });
});
parentPort.postMessage('ready');
