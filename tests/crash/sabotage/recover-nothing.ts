import type { recoverLost as honest } from '../../../server/store/postgres/ledger/recover-lost.ts';

/** Leaves what a process left open as it is. */
export const recoverLost: typeof honest = () => Promise.resolve({ unknown: 0 });
