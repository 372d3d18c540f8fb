import { Script } from 'node:vm';

const script = new Script('globalThis.hostileWork()');

/** Does some work that may never end by itself, and throws once its time is up. */
export function endedAfter(timeoutMs: number, work: () => void): void {
  Object.assign(globalThis, { hostileWork: work });
  script.runInThisContext({ timeout: timeoutMs });
}
