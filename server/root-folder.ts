import { fileURLToPath } from 'node:url';

/** The project folder. Both the server's sources and its build are one folder below it. */
export const rootFolder = fileURLToPath(new URL('..', import.meta.url));
