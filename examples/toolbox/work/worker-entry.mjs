// A process does not inherit the loader of TypeScript from the one that starts it in every case: it brings its own.
import { register } from 'tsx/esm/api';

register();
await import('./worker-main.ts');
