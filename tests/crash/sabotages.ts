import type { CrashEngine } from './crash-engine.ts';
import type { ViolationKind } from './violations.ts';

/** A way in which a portal could be wrong: a module of the server, and the one of the tests that takes its place. */
export interface Sabotage {
  name: string;
  engine: CrashEngine['name'];
  module: string;
  replacement: string;
  /** What the crash test must find in it, one of these at least. */
  violates: ViolationKind[];
  /** It shows only after minutes of waiting for calls of portals that are gone, so `npm test` leaves it to `test:crash`. */
  isSlow?: boolean;
}

/** The one that every `npm test` looks for. */
export const heldInPromise: Sabotage = {
  name: 'ignoring idempotency keys',
  engine: 'sqlite',
  module: 'lib/ledger/earlier-call.ts',
  replacement: 'tests/crash/sabotage/ignore-keys.ts',
  violates: ['dialled twice'],
};

export const sabotages: Sabotage[] = [
  {
    name: 'acknowledging before the commit',
    engine: 'sqlite',
    module: 'server/store/sqlite/writer/open-writing-connection.ts',
    replacement: 'tests/crash/sabotage/acknowledge-early.ts',
    violates: ['acknowledged call lost', 'dialled twice'],
  },
  {
    name: 'no recovery',
    engine: 'sqlite',
    module: 'server/store/sqlite/jobs/settle.ts',
    replacement: 'tests/crash/sabotage/no-recovery.ts',
    violates: ['hold left open'],
  },
  heldInPromise,
  {
    name: 'dialling orphans again',
    engine: 'sqlite',
    module: 'lib/ledger/earlier-call.ts',
    replacement: 'tests/crash/sabotage/dial-orphans.ts',
    violates: ['dialled twice'],
  },
  {
    name: 'ignoring the keys of operators',
    engine: 'sqlite',
    module: 'server/operator/once.ts',
    replacement: 'tests/crash/sabotage/change-again.ts',
    violates: ['changed twice'],
  },
  {
    name: 'acknowledging before the commit',
    engine: 'postgresql',
    module: 'server/store/postgres/ledger/settle-again.ts',
    replacement: 'tests/crash/sabotage/settle-later.ts',
    violates: ['acknowledged call lost'],
  },
  {
    name: 'no recovery',
    engine: 'postgresql',
    module: 'server/store/postgres/ledger/recover-lost.ts',
    replacement: 'tests/crash/sabotage/recover-nothing.ts',
    violates: ['hold left open', 'no final answer'],
    isSlow: true,
  },
  {
    name: 'ignoring idempotency keys',
    engine: 'postgresql',
    module: 'lib/ledger/earlier-call.ts',
    replacement: 'tests/crash/sabotage/ignore-keys.ts',
    violates: ['dialled twice'],
  },
  {
    name: 'dialling orphans again',
    engine: 'postgresql',
    module: 'lib/ledger/earlier-call.ts',
    replacement: 'tests/crash/sabotage/dial-orphans.ts',
    violates: ['dialled twice'],
    isSlow: true,
  },
];
