import { StepFailed } from '../start/step.mjs';
import { chromium } from './chromium.mjs';
import { findPrograms, installDebianPackage } from './debian-package.mjs';

const isInstalled = () => ['pg_dump', 'pg_restore', 'psql'].every((name) => findPrograms([name]).length > 0);

/** @type {import('../start/prepare.mjs').Preparation} pg_dump, pg_restore and psql, which operators install. */
export const postgresClient = {
  name: "Installing PostgreSQL's client programs for the tests",
  // Two that install packages of Debian would wait for each other's locks, and fail.
  after: [chromium],
  needed: () => !isInstalled(),
  async work(root, say) {
    await installDebianPackage('postgresql-client', root, say);
    if (isInstalled()) return;
    throw new StepFailed(
      'The tests of backups need pg_dump, pg_restore and psql of PostgreSQL 15 or later. Install them and run the command again; "npm test -- unit browser" does without.',
    );
  },
};
