import { recover as honest } from '../../../server/store/sqlite/jobs/settle.ts';

export { settle } from '../../../server/store/sqlite/jobs/settle.ts';

/** Leaves what a process left open as it is. */
export const recover: typeof honest = { ...honest, prepare: () => () => ({ unknown: 0 }) };
