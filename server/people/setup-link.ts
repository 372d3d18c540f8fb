import type { Settings } from '../env.ts';
import type { Writer } from '../store/writer.ts';
import { linkLifetimeMs, newLinkToken } from './link-token.ts';

/** Portals of one database that start one after another within this time each print a link, which works for a while. */
const togetherMs = 10 * 60_000;

/** A link by which the first operator signs up; undefined if there is an operator. The newest one is valid. */
export async function makeSetupLink(
  { url, databaseUrl }: Pick<Settings, 'url' | 'databaseUrl'>,
  writer: Writer,
): Promise<string | undefined> {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const graceMs = databaseUrl === undefined ? 0 : togetherMs;
  const { made } = await writer.run('make-setup-link', {
    hash,
    now,
    graceMs,
    expiresAt: now + linkLifetimeMs,
  });
  return made ? `${url}/setup#${token}` : undefined;
}
