import { argv } from 'node:process';
import { readSecrets } from '../../../server/portal/read-secrets.ts';

/** A process that reads, or makes, the secret of a data folder. */
const [, , dataFolder = ''] = argv;
try {
  process.stdout.write(readSecrets({ dataFolder }, undefined).join('\n'));
} catch (error) {
  process.stdout.write(String(error));
}
