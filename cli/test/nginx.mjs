import { dependencies } from '../start/prepare.mjs';
import { StepFailed } from '../start/step.mjs';
import { installDebianPackage, findPrograms } from './debian-package.mjs';

/** Where Debian puts it, which is on the path of root alone. */
const debianFolder = '/usr/sbin';

/** The nginx of this machine. */
export function findNginx() {
  return findPrograms(['nginx'], [debianFolder])[0];
}

/** @type {import('../start/prepare.mjs').Preparation} */
export const nginx = {
  name: 'Finding nginx',
  after: [dependencies],
  needed: () => findNginx() === undefined,
  async work(root, say) {
    await installDebianPackage('nginx-light', root, say);
    if (findNginx() !== undefined) return;
    throw new StepFailed(
      'There is no nginx for the tests of several portals, and Debian\'s package could not be installed (that needs root). Install nginx and run the command again; "npm test -- unit server contract" does without.',
      [],
    );
  },
};
