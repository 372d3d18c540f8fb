import type { Job } from '../writer/job.ts';
import { prepareResolve } from './prepare-resolve.ts';
import { unknown } from '../../ledger-changes.ts';

const callsAtOnce = 200;

/** Some of the holds that a process left open become unknown, at no cost; run it until none are left. */
export const recover: Job<'recover'> = {
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
