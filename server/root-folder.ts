import { fileURLToPath } from 'node:url';

/** The project's own folder. The sources of the server and its build both stand one folder below it. */
export const rootFolder = fileURLToPath(new URL('..', import.meta.url));
