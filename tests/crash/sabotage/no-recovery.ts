import { recover as honest } from '../../../server/writer/jobs/recover.ts';

/** Leaves what a process left open as it is. */
export const recover: typeof honest = { ...honest, prepare: () => () => ({ unknown: 0 }) };
