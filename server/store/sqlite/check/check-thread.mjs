// A thread does not inherit the loader that its process reads TypeScript with, on every Node: it brings its own.
import { register } from 'tsx/esm/api';

register();
await import('./check-thread.ts');
