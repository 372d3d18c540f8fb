import type { Job } from '../writer/job.ts';
import { prepareProductTexts } from './product-texts.ts';

const productsAtOnce = 32;

/** Rebuilds cards and search texts of some products that a migration has marked. */
export const refreshStaleProducts: Job<Record<string, never>, { isDone: boolean }> = {
  publishes: 'catalogue',
  prepare(database) {
    const find = database
      .prepare<[number], number>('SELECT productKey FROM StaleProduct ORDER BY productKey LIMIT ?')
      .pluck();
    const forget = database.prepare('DELETE FROM StaleProduct WHERE productKey = ?');
    const writeTexts = prepareProductTexts(database);
    return () => {
      const keys = find.all(productsAtOnce);
      for (const key of keys) {
        writeTexts(key);
        forget.run(key);
      }
      return { isDone: keys.length < productsAtOnce };
    };
  },
};
