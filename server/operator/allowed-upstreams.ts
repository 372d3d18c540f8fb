import { z } from 'zod';
import type { AllowedUpstreamList } from '../../lib/operator/upstreams.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { egressAllowText, ownersEntry } from '../gateway/egress-allow.ts';
import { formatParameter } from '../list-parameters.ts';
import type { OperatorChange } from './change.ts';

export const upstreamsQuery = z.object({ format: formatParameter });

/** Every new connection scans the list. */
const mostUpstreams = 200;

/** The private addresses that owners allow, and those of which they can. */
export async function listAllowedUpstreams({
  store,
  settings: { egressFence },
}: Pick<Context, 'store' | 'settings'>): Promise<AllowedUpstreamList> {
  const found = await store.credentials.allowedUpstreams();
  const ids = found.flatMap(({ allowedById }) => allowedById ?? []);
  const [people, keys] = await Promise.all([store.people.namesOf(ids), store.accounts.keyNamesOf(ids)]);
  const list = found.map(({ address, allowedAt, allowedByKind: kind, allowedById: id, reason }) => ({
    ...{ address, reason, allowedAt: allowedAt.toISOString() },
    allowedBy: { kind, id, name: people.get(id ?? '') ?? keys.get(id ?? '') ?? null },
    isFenced: 'problem' in ownersEntry(address, egressFence),
  }));
  const fence = egressAllowText({ names: [], networks: egressFence.networks, setting: '' });
  return { list, next: null, fence: fence === '' ? [] : fence.split(' ') };
}

type Given = { address: string };

/** Lets calls reach a private address, within what the environment lets owners allow. */
export const allowUpstream: OperatorChange<Given, 'allow-upstream', Given> = {
  right: 'allow-upstream',
  verb: 'allow-upstream',
  status: 201,
  prepare({ settings: { egressFence } }, wish) {
    const entry = ownersEntry(wish.address, egressFence);
    if ('problem' in entry) throw invalidBody([{ pointer: '/address', detail: entry.problem }]);
    const { address } = entry;
    return Promise.resolve({
      payload: { address, now: Date.now(), most: mostUpstreams },
      given: { address },
    });
  },
  answer({ outcome }, { address }) {
    if (outcome === 'allowed') return { address, allowed: true };
    const detail =
      outcome === 'known'
        ? `${address} is allowed already.`
        : `Owners can allow ${mostUpstreams} addresses. Remove one first.`;
    throw invalidBody([{ pointer: '/address', detail }]);
  },
};

/** Ends that. Calls that were sent before finish. */
export const disallowUpstream: OperatorChange<Given, 'disallow-upstream', Given> = {
  right: 'allow-upstream',
  verb: 'disallow-upstream',
  status: 200,
  prepare: (_context, { address }) => Promise.resolve({ payload: { address }, given: { address } }),
  answer({ removed }, { address }) {
    if (removed) return { address, allowed: false };
    throw new Problem('not-found', `No owner allows ${JSON.stringify(address.slice(0, 100))}.`);
  },
};
