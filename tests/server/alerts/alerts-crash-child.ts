import { argv } from 'node:process';
import { look } from '../../../server/alerts/watch-alerts.ts';
import { readSettings } from '../../../server/env.ts';
import { openOwnStore } from '../../../server/store/sqlite/open-own-store.ts';
import type { Writer } from '../../../server/store/writer.ts';

const [, , dataFolder = '', moment = ''] = argv;

/** The look of a portal that stops before it writes, or after the commit, until it is killed. */
const store = await openOwnStore(dataFolder);
const forever = new Promise<never>(() => {});
const run: Writer['run'] = async (verb, payload, author) => {
  if (moment === 'after') await store.writer.run(verb, payload, author);
  process.send?.(verb);
  return forever;
};
setInterval(() => {}, 60_000);
await look({ settings: readSettings(), store: { ...store, writer: { ...store.writer, run } } }, new Map());
