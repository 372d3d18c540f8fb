import { randomUUID } from 'node:crypto';
import { onceOf as asIs } from '../../../server/operator/once.ts';

export { onceRequest } from '../../../server/operator/once.ts';

/** Never finds the change that was made under a key before, and stores each under another. */
export function findFirst() {
  return Promise.resolve(undefined);
}

export function onceOf(...[context, request, given]: Parameters<typeof asIs>) {
  return asIs(context, { ...request, hash: randomUUID() }, given);
}
