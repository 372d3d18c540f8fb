import { parentPort, workerData } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

/** The password, and what its person is called. */
const [password = '', ...known] = Array.isArray(workerData) ? workerData.map(String) : [];
parentPort?.postMessage(new ZxcvbnFactory({ dictionary, graphs }).check(password, known).score);
