import type { Job } from '../writer/job.ts';

const longestMs = 10;
/** Far less than that. */
const pagesAtOnce = 64;

/** Pages that may stay free for what comes next, as a part of the file; and at least so many. */
const freePart = 0.1;
const leastFreePages = 1_024;

/**
 * Gives some of what was deleted back to the file system, where more of the file is free than new calls soon fill. A
 * file that was made by an older version can only be shortened by a backup that is restored: its free pages are used
 * again.
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

/** As `PRAGMA auto_vacuum` says it. */
const incremental = 2;
