// Depending on the version of Node, threads do not inherit the TypeScript loader, so this registers it.
import { register } from 'tsx/esm/api';

register();
await import('./import-thread-entry.ts');
