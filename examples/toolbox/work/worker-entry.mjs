// Processes do not always inherit the TypeScript loader, so this registers it.
import { register } from 'tsx/esm/api';

register();
await import('./worker-main.ts');
