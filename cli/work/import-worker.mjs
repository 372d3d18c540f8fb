import { register } from 'tsx/esm/api';

register();
await import('./import-worker.ts');
