import { z } from 'zod';
import {
  type CredentialDetail,
  type CredentialList,
  credentialName,
  type ListedCredential,
  type revocationBody,
  type credentialBody,
} from '../../lib/operator/credentials.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { upstreamSecretNames } from '../env.ts';
import { credentialProblem } from '../gateway/secrets.ts';
import { purposeOfCredential } from '../gateway/stored-credentials.ts';
import { errorText, log } from '../log.ts';
import { filterText, formatParameter } from '../list-parameters.ts';
import { decryptText, encryptText } from '../portal/encrypted-text.ts';
import { placesOfCredential } from '../products/credential-places.ts';
import { readVersion } from '../products/compiled-version.ts';
import type { Credentials } from '../store/catalogue/read-credentials.ts';
import type { Tending } from '../store/store.ts';
import { isMoved } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';
import type { OperatorChange } from './change.ts';
import { healthHours } from './read-health.ts';

export const credentialsQuery = z.object({
  name: filterText('Only the credential of this name, or else those with this text in their name.'),
  state: z
    .enum(['set', 'missing', 'unreadable'], 'set, missing or unreadable')
    .optional()
    .meta({ description: 'Only credentials in this state.' }),
  format: formatParameter,
});

type Stored = Awaited<ReturnType<Credentials['stored']>>[number];
type Need = Awaited<ReturnType<Credentials['needs']>>[number];

type Listing = Pick<Context, 'secret'> & {
  store: Pick<Context['store'], 'credentials' | 'people' | 'accounts'>;
};

/** The credentials that products need, or that are set. What is missing, and needed most, comes first. */
export async function listCredentials(
  { store, secret }: Listing,
  { name, state }: z.output<typeof credentialsQuery>,
): Promise<CredentialList> {
  const now = Date.now();
  const [stored, needs] = await Promise.all([
    store.credentials.stored(),
    store.credentials.needs(healthHours(now).usually),
  ]);
  const needOf = new Map(needs.map((need) => [need.name, need]));
  const environment = upstreamSecretNames();
  const setters = await namesOf(store, stored);
  const names = new Set([...needOf.keys(), ...stored.map((one) => one.name), ...environment]);
  const list = named([...names], name).map((one) => {
    const current = stored.find((row) => row.name === one && row.rank === 0);
    const earlier = stored.find((row) => row.name === one && row.rank === 1);
    const isInEnvironment = environment.has(one);
    const isReadable =
      current && decryptText(secret.all, purposeOfCredential(one), current.value) !== undefined;
    return {
      name: one,
      ...stateOf(isInEnvironment, isReadable),
      isOverridden: isInEnvironment && current !== undefined,
      ...neededBy(needOf.get(one)),
      setAt: current?.setAt.toISOString() ?? null,
      setBy: current ? setters(current) : null,
      earlierUntil: earlierUntil(earlier, now),
    };
  });
  const shown = list.filter((one) => state === undefined || one.state === state);
  return { list: shown.toSorted(byUrgency), next: null };
}

function named(names: string[], text: string | undefined): string[] {
  if (text === undefined) return names;
  return names.includes(text)
    ? [text]
    : names.filter((name) => name.toUpperCase().includes(text.toUpperCase()));
}

const mostNeeding = 20;

/** One of them, with the products that need it and where they send it. */
export async function readCredential(
  context: Pick<Context, 'store' | 'secret'>,
  name: string,
): Promise<CredentialDetail> {
  const [credential] = (await listCredentials(context, { name })).list;
  if (credential?.name !== name)
    throw noCredential(`No product needs a credential ${quoted(name)}, and none is set.`);
  const [hosts, needing] = await Promise.all([
    placesOfCredential(context.store, name),
    context.store.credentials.productsThatNeed(name, mostNeeding),
  ]);
  return {
    ...credential,
    hosts: [...hosts].sort(),
    needing: needing.map(({ slug, name: called }) => ({ slug, name: called })),
  };
}

/** `isReadable` is undefined if none is stored. */
function stateOf(
  isInEnvironment: boolean,
  isReadable: boolean | undefined,
): Pick<ListedCredential, 'state' | 'source'> {
  if (isInEnvironment) return { state: 'set', source: 'environment' };
  if (isReadable === undefined) return { state: 'missing', source: null };
  return { state: isReadable ? 'set' : 'unreadable', source: 'console' };
}

function neededBy(need: Need | undefined): Pick<ListedCredential, 'products' | 'online' | 'lastRefusedAt'> {
  const { products = 0, online = 0, lastRefusedAt } = need ?? {};
  return { products, online, lastRefusedAt: lastRefusedAt?.toISOString() ?? null };
}

function earlierUntil(earlier: Stored | undefined, now: number): string | null {
  const { until } = earlier ?? {};
  return until && until.getTime() > now ? until.toISOString() : null;
}

async function namesOf({ people, accounts }: Listing['store'], stored: Stored[]) {
  const ids = stored.flatMap(({ setById }) => setById ?? []);
  const [names, keys] = await Promise.all([people.namesOf(ids), accounts.keyNamesOf(ids)]);
  return ({ setByKind: kind, setById: id }: Stored): ListedCredential['setBy'] => ({
    kind,
    id,
    name: names.get(id ?? '') ?? keys.get(id ?? '') ?? null,
  });
}

function byUrgency(one: ListedCredential, other: ListedCredential): number {
  const rankOf = ({ state, online, products }: ListedCredential) =>
    (state === 'set' ? 0 : 4) + (online > 0 ? 2 : 0) + (products > 0 ? 1 : 0);
  return rankOf(other) - rankOf(one) || (one.name < other.name ? -1 : 1);
}

/** A credential that was replaced can be brought back for so long. */
const earlierMs = 24 * 60 * 60_000;

/** More credentials are not stored: all of them are kept in memory. */
const mostCredentials = 1_000;

/** Of the products that need it: their schemes say what form it must have. */
const mostChecked = 20;

interface SetWish extends z.output<typeof credentialBody> {
  name: string;
}

type Named = { name: string };
type Timed = Named & { until: string };

export const setCredential: OperatorChange<SetWish, 'set-credential', Timed, Context> = {
  right: 'set-credential',
  verb: 'set-credential',
  status: 200,
  async prepare(context, { name, value }) {
    requireName(name);
    refuseEnvironment(name);
    await refuseUnfit(context, name, value);
    const now = Date.now();
    const until = now + earlierMs;
    const encrypted = encryptText(context.secret.signing, purposeOfCredential(name), value);
    return {
      payload: { name, value: encrypted, now, until, most: mostCredentials },
      given: { name, until: new Date(until).toISOString() },
    };
  },
  answer({ outcome }, { name, until }) {
    if (outcome === 'too-many')
      throw new Problem(
        'forbidden',
        `The portal already has ${mostCredentials} credentials, which is the maximum. Revoke one that no product needs.`,
      );
    const replaced = outcome === 'replaced';
    return { name, replaced, earlierUntil: replaced ? until : null };
  },
};

function requireName(name: string): void {
  if (credentialName.safeParse(name).success) return;
  const detail = 'Expected capital letters, digits and underscores after a first letter, such as STRIPE_KEY.';
  throw invalidBody([{ pointer: '/name', detail }]);
}

/** The environment wins: what would be set here would not be used. */
function refuseEnvironment(name: string): void {
  if (!upstreamSecretNames().has(name)) return;
  const detail = `FAREBOX_SECRET_${name} is set in the environment of the portal, which wins. Change it there, or remove it there and restart the portal.`;
  throw invalidBody([{ pointer: '/name', detail }]);
}

async function refuseUnfit(context: Context, name: string, value: string): Promise<void> {
  for (const { slug, versionKey } of await context.store.credentials.productsThatNeed(name, mostChecked)) {
    const { template } = await readVersion(context, versionKey);
    const secrets = template['x-farebox'].secrets ?? [];
    const problem = secrets
      .filter((secret) => secret.name === name)
      .map((secret) => credentialProblem(secret, value))
      .find((text) => text !== undefined);
    if (problem !== undefined)
      throw invalidBody([{ pointer: '/value', detail: `The product ${slug} cannot use it: it ${problem}.` }]);
  }
}

export const restoreCredential: OperatorChange<Named, 'restore-credential', Timed> = {
  right: 'set-credential',
  verb: 'restore-credential',
  status: 200,
  prepare(_context, { name }) {
    const now = Date.now();
    const until = now + earlierMs;
    return Promise.resolve({
      payload: { name, now, until },
      given: { name, until: new Date(until).toISOString() },
    });
  },
  answer({ restored }, { name, until }) {
    if (restored) return { name, earlierUntil: until };
    throw noCredential(`There is no earlier credential ${quoted(name)} that can be brought back.`);
  },
};

export const revokeCredential: OperatorChange<
  Named & z.output<typeof revocationBody>,
  'revoke-credential',
  Named
> = {
  right: 'set-credential',
  verb: 'revoke-credential',
  status: 200,
  prepare: (_context, { name }) => Promise.resolve({ payload: { name }, given: { name } }),
  answer({ revoked, online }, { name }) {
    if (revoked) return { name, online };
    throw noCredential(`No credential ${quoted(name)} is set in the console.`);
  },
};

function noCredential(detail: string): Problem {
  return new Problem('not-found', detail);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

const dropEveryMs = 10 * 60_000;

/** Deletes credentials that were replaced a day ago: at once, then every ten minutes until it is stopped. */
export function dropEarlierCredentials({ store }: Pick<Context, 'store'>): Tending {
  let underWay = Promise.resolve();
  const drop = () => {
    underWay = underWay
      .then(() => store.writer.run('drop-earlier-credentials', { now: Date.now() }))
      .then(() => {}, tellNotDropped);
  };
  drop();
  const timer = setInterval(drop, dropEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}

/** The next time tries again. */
function tellNotDropped(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'earlier-credentials-not-dropped', { error: errorText(error) });
}
