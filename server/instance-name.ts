import { hostname } from 'node:os';

/** Names this process among the portals of a database. */
export const instanceName = `${hostname()} ${process.pid}`;
