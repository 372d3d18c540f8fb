import type { Operation } from '../../lib/operation/operation.ts';
import { serverAddress } from '../../lib/operation/server-address.ts';
import type { EgressAllow } from './egress-allow.ts';
import { egressProblem } from './egress-problem.ts';

/**
 * Why the gateway would never dial what a template names, as far as it is known without a call. The portal itself
 * fills in the toolbox's port, and with it the one address of loopback that is always allowed.
 */
export function templateEgressProblem(operation: Operation, allow: EgressAllow): string | undefined {
  if (/^http:\/\/127\.0\.0\.1:\{toolboxPort\}(\/|$)/.test(operation.server.url)) return undefined;
  const problem = egressProblem(serverAddress(operation), allow);
  return problem === undefined ? undefined : `egress-blocked: ${problem}`;
}
