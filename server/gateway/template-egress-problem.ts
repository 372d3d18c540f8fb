import type { Operation } from '../../lib/operation/operation.ts';
import { serverAddress } from '../../lib/operation/server-address.ts';
import type { EgressAllow } from './egress-allow.ts';
import { egressProblem } from './egress-problem.ts';

/**
 * Why the gateway would never call the server of a template, as far as that is known without a call. The portal fills
 * in the port of the toolbox, which is always allowed.
 */
export function templateEgressProblem(operation: Operation, allow: EgressAllow): string | undefined {
  if (/^http:\/\/127\.0\.0\.1:\{toolboxPort\}(\/|$)/.test(operation.server.url)) return undefined;
  const problem = egressProblem(serverAddress(operation), allow);
  return problem === undefined ? undefined : `egress-blocked: ${problem}`;
}
