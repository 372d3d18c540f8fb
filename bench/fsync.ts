import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './load.ts';

const page = Buffer.alloc(8 * 1024, 1);
const times = 200;

/** The median time in which this disk makes two overwritten pages durable, as in SQLite's log. */
export function fsyncMs(folder: string): number {
  const file = join(folder, 'fsync-probe');
  const descriptor = openSync(file, 'w');
  for (let index = 0; index < times; index += 1)
    writeSync(descriptor, page, 0, page.length, index * page.length);
  fsyncSync(descriptor);
  const taken = Array.from({ length: times }, (_, index) => {
    writeSync(descriptor, page, 0, page.length, index * page.length);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - startedAt;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(taken);
}
