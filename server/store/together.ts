import type { Tending } from './store.ts';

export function together(...tendings: Tending[]): Tending {
  return {
    async stop() {
      await Promise.all(tendings.map((one) => one.stop()));
    },
  };
}
