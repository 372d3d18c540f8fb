import { isIP } from 'node:net';
import { Problem } from '../../lib/problem/problem.ts';
import type { Settings } from '../env.ts';

/** Where passkeys of a portal are valid: its origin, and the host that they belong to. */
interface PasskeyPlace {
  origin: string;
  host: string;
}

/** Why a portal at this public address has no passkeys; undefined if it has. Browsers want a name, and HTTPS. */
export function whyNoPasskeys({ url }: Pick<Settings, 'url'>): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys need a host name, and the public address of this portal is ${url}. Its operator can set FAREBOX_URL, on this machine to http://localhost${port && `:${port}`}.`;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal)
    return `Passkeys need HTTPS, and the public address of this portal is ${url}. Its operator can set FAREBOX_URL to an https address.`;
  return undefined;
}

export function requirePasskeyPlace(settings: Pick<Settings, 'url'>): PasskeyPlace {
  const reason = whyNoPasskeys(settings);
  if (reason !== undefined) throw new Problem('forbidden', reason);
  const { origin, hostname } = new URL(settings.url);
  return { origin, host: hostname };
}
