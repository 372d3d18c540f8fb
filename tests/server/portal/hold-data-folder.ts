import { argv } from 'node:process';
import { readSettings } from '../../../server/env.ts';
import { ownPublishingSettings } from '../../../server/products/online-hindrance.ts';
import { useDataFolder } from '../../setup/held-data-folder.ts';

/** A process that uses a data folder as a portal does, until it is killed. */
const [, , dataFolder = ''] = argv;
await useDataFolder(dataFolder, ownPublishingSettings(readSettings()));
process.stdout.write('ready\n');
