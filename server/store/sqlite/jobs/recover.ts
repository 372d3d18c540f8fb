import type { Job } from '../writer/job.ts';
import { prepareResolve, unknown } from './prepare-resolve.ts';

const callsAtOnce = 200;

/** Turns some of the holds that a process left open into `unknown`, without a charge. Run it until none are left. */
export const recover: Job<{ nowMs: number }, { unknown: number }> = {
  publishes: false,
  prepare(database) {
    const findOpen = database
      .prepare<[number], number>(
        `SELECT key FROM Call WHERE state = 0 AND key >= (SELECT key FROM FirstOpenCall) ORDER BY key LIMIT ?`,
      )
      .pluck();
    const resolve = prepareResolve(database);
    return ({ nowMs }) => {
      const open = findOpen.all(callsAtOnce);
      for (const callKey of open) resolve({ callKey, state: unknown, charged: 0, nowMs, answerBytes: 0 });
      return { unknown: open.length };
    };
  },
};
