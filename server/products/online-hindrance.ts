import { serverProblem } from '../../lib/operation/server-address.ts';
import { templateSchema } from '../../lib/operation/template.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import { templateEgressProblem } from '../gateway/template-egress-problem.ts';
import type { StoredProduct } from '../store/publications.ts';

/** Why a product cannot go online, as a sentence; undefined if it can. */
export function onlineHindrance(
  { document }: Pick<StoredProduct, 'document'>,
  egressAllow: EgressAllow,
): string | undefined {
  const template = templateSchema.parse(JSON.parse(document));
  return serverProblem(template) ?? templateEgressProblem(template, egressAllow);
}
