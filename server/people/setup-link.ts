import type { Settings } from '../env.ts';
import type { Writer } from '../store/writer.ts';
import { linkLifetimeMs, newLinkToken } from './link-token.ts';

/** A link by which the first operator signs up; undefined if there is an operator. The token is in its fragment. */
export async function makeSetupLink(
  { url, databaseUrl }: Pick<Settings, 'url' | 'databaseUrl'>,
  writer: Writer,
): Promise<string | undefined> {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  // Other portals of the database have printed links of their own.
  const endsOthers = databaseUrl === undefined;
  const { made } = await writer.run('make-setup-link', {
    ...{ hash, now, endsOthers },
    expiresAt: now + linkLifetimeMs,
  });
  return made ? `${url}/setup#${token}` : undefined;
}
