import { howToGiveSecret, type Settings, upstreamSecretNames } from '../env.ts';
import { type EgressAllow, templateEgressProblem } from '../gateway/egress-allow.ts';
import { serverProblem } from '../../lib/operation/server-address.ts';
import { type Operation, templateSchema } from '../../lib/operation/operation.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';

/** The settings of a portal that decide whether a product can go online there. */
export interface PublishingSettings {
  egressAllow: EgressAllow;
  /** The names of the upstream credentials that it has. */
  secrets: ReadonlySet<string>;
}

/** Those of this process. */
export function ownPublishingSettings({ egressAllow }: Pick<Settings, 'egressAllow'>): PublishingSettings {
  return { egressAllow, secrets: upstreamSecretNames() };
}

/** Why a product cannot go online, as a sentence; undefined if it can. */
export function onlineHindrance(
  { document }: Pick<StoredProduct, 'document'>,
  { egressAllow, secrets }: PublishingSettings,
): string | undefined {
  const template = templateSchema.parse(JSON.parse(document));
  const problem = serverProblem(template) ?? templateEgressProblem(template, egressAllow);
  const [missing] = secretNames(template).filter((name) => !secrets.has(name));
  if (problem !== undefined || missing === undefined) return problem;
  return `Its upstream credential ${missing} is missing: ${howToGiveSecret(missing)}, and restart the portal.`;
}

/** The names of the credentials that calls of a product need. */
export function secretNames({ 'x-farebox': extension }: Pick<Operation, 'x-farebox'>): string[] {
  return [...new Set((extension?.secrets ?? []).map(({ name }) => name))];
}
