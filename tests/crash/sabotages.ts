import type { ViolationKind } from './violations.ts';

/** A way in which a portal could be wrong: a module of the server, and the one of the tests that takes its place. */
export interface Sabotage {
  name: string;
  module: string;
  replacement: string;
  /** What the crash test must find in it, one of these at least. */
  violates: ViolationKind[];
}

export const sabotages: Sabotage[] = [
  {
    name: 'acknowledging before the commit',
    module: 'server/store/sqlite/writer/open-writing-connection.ts',
    replacement: 'tests/crash/sabotage/acknowledge-early.ts',
    violates: ['acknowledged call lost', 'dialled twice'],
  },
  {
    name: 'no recovery',
    module: 'server/store/sqlite/jobs/recover.ts',
    replacement: 'tests/crash/sabotage/no-recovery.ts',
    violates: ['hold left open'],
  },
  {
    name: 'ignoring idempotency keys',
    module: 'server/store/sqlite/jobs/prepare-earlier-call.ts',
    replacement: 'tests/crash/sabotage/ignore-keys.ts',
    violates: ['dialled twice'],
  },
  {
    name: 'dialling orphans again',
    module: 'server/store/sqlite/jobs/prepare-earlier-call.ts',
    replacement: 'tests/crash/sabotage/dial-orphans.ts',
    violates: ['dialled twice'],
  },
];
