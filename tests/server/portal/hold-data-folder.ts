import { argv } from 'node:process';
import { startControlSocket } from '../../../server/control/start-control-socket.ts';
import { readSettings } from '../../../server/env.ts';
import { ownPublishingSettings } from '../../../server/products/online-hindrance.ts';
import { takeLease } from '../../../server/store/sqlite/lease.ts';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';

/** A process that uses a data folder as a portal does, until it is killed. */
const [, , dataFolder = '', databaseFile = ''] = argv;
takeLease(dataFolder);
const settings = ownPublishingSettings(readSettings());
await startControlSocket(dataFolder, await startWriter(databaseFile), () => settings);
process.stdout.write('ready\n');
