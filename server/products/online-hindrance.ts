import { type Operation, serverProblem, templateSchema } from '../../lib/operation/operation.ts';
import { howToGiveSecret, type Settings, upstreamSecretNames } from '../env.ts';
import { currentEgress } from '../gateway/allowed-upstreams.ts';
import { type EgressAllow, type EgressFence, templateEgressProblem } from '../gateway/egress-allow.ts';
import { purposeOfCredential } from '../gateway/stored-credentials.ts';
import { decryptText } from '../portal/encrypted-text.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import type { Store } from '../store/store.ts';

/** The settings of a portal that decide whether a product can go online there. */
export interface PublishingSettings {
  egressAllow: EgressAllow;
  /** The networks of which owners can allow addresses; absent once those are allowed. */
  egressFence?: EgressFence;
  /** The names of the upstream credentials that it has. */
  secrets: ReadonlySet<string>;
}

/** Those of the environment of this process. */
export function ownPublishingSettings({
  egressAllow,
  egressFence,
}: Pick<Settings, 'egressAllow' | 'egressFence'>): PublishingSettings {
  return { egressAllow, egressFence, secrets: upstreamSecretNames() };
}

interface StoredSecrets {
  store: { credentials: Pick<Store['credentials'], 'inUse' | 'allowedUpstreams'> };
  /** Absent for a command without the secret of the portal: for it, every stored credential counts. */
  secret?: Pick<PortalSecret, 'all'> | undefined;
}

/** Those of a portal. */
export function portalPublishing(
  portal: StoredSecrets & { settings: Pick<Settings, 'egressAllow' | 'egressFence'> },
): Promise<PublishingSettings> {
  return publishingSettings(ownPublishingSettings(portal.settings), portal);
}

/** The same with the credentials that operators have set and the portal can read, and the addresses that owners allow. */
export async function publishingSettings(
  { egressFence, ...own }: PublishingSettings,
  { store, secret }: StoredSecrets,
): Promise<PublishingSettings> {
  const stored = await store.credentials.inUse();
  const readable = stored.filter(
    ({ name, value }) => !secret || decryptText(secret.all, purposeOfCredential(name), value) !== undefined,
  );
  const egressAllow = egressFence
    ? await currentEgress({ egressAllow: own.egressAllow, egressFence }, store)
    : own.egressAllow;
  return { egressAllow, secrets: new Set([...own.secrets, ...readable.map(({ name }) => name)]) };
}

/** Why a product cannot go online, as a sentence; undefined if it can. */
export function onlineHindrance(
  product: Pick<StoredProduct, 'document'>,
  settings: PublishingSettings,
): string | undefined {
  const template = templateSchema.parse(JSON.parse(product.document));
  const problem = serverProblem(template) ?? templateEgressProblem(template, settings.egressAllow);
  const missing = missingCredential(product, settings);
  if (problem !== undefined || missing === undefined) return problem;
  return `Its upstream credential ${missing} is missing: ${howToGiveSecret(missing)}, and restart the portal.`;
}

/** The first credential that calls of a product would miss. */
export function missingCredential(
  { document }: Pick<StoredProduct, 'document'>,
  { secrets }: PublishingSettings,
): string | undefined {
  return secretNames(templateSchema.parse(JSON.parse(document))).find((name) => !secrets.has(name));
}

/** The names of the credentials that calls of a product need. */
export function secretNames({ 'x-farebox': extension }: Pick<Operation, 'x-farebox'>): string[] {
  return [...new Set((extension?.secrets ?? []).map(({ name }) => name))];
}
