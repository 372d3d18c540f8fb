import { setFlagsFromString } from 'node:v8';

/**
 * Prisma compiles each query in WebAssembly. V8 would optimise nearly all of it during the first queries, for more than
 * a second of a processor at each start. So only what stays in use is optimised.
 */
export function optimiseLate(): void {
  setFlagsFromString('--wasm-tiering-budget=50000000');
}
