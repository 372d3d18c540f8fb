import type { Job } from '../writer/job.ts';

const longestMs = 10;
const pagesAtOnce = 64;

/** The part of the file that may stay free for new data, and the minimum in pages. */
const freePart = 0.1;
const leastFreePages = 1_024;

/**
 * Returns free pages to the file system if there are more than new calls soon fill. A file of an older version shrinks
 * only through backup and restore; its free pages are reused.
 */
export const shortenFile: Job<'shorten-file'> = {
  publishes: false,
  prepare(database) {
    const free = database.prepare<[], number>('PRAGMA freelist_count').pluck();
    const all = database.prepare<[], number>('PRAGMA page_count').pluck();
    const pageBytes = Number(database.pragma('page_size', { simple: true }));
    const isAble = database.pragma('auto_vacuum', { simple: true }) === incremental;
    return () => {
      const before = all.get() ?? 0;
      const surplus = (free.get() ?? 0) - Math.max(leastFreePages, Math.floor(before * freePart));
      if (!isAble || surplus <= 0) return { bytes: 0, isDone: true };
      const until = performance.now() + longestMs;
      for (let dropped = 0; dropped < surplus && performance.now() < until; dropped += pagesAtOnce)
        database.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
      const pages = before - (all.get() ?? 0);
      return { bytes: pages * pageBytes, isDone: pages === 0 || pages >= surplus };
    };
  },
};

/** The value of `PRAGMA auto_vacuum`. */
const incremental = 2;
