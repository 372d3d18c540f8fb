import { argv } from 'node:process';
import { readSecret } from '../../server/portal/read-secret.ts';

/** A process that reads, or makes, the secret of a data folder. */
const [, , dataFolder = ''] = argv;
try {
  process.stdout.write(readSecret({ dataFolder }, undefined).toString());
} catch (error) {
  process.stdout.write(String(error));
}
