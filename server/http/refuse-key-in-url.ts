import { Problem } from '../../lib/problem/problem.ts';

/** As the name of a parameter that is meant for a key. */
const keyName = /^(?:api|access|farebox)?[-_]?(?:key|token)$|^(?:authorization|bearer)$/i;
const keyStart = /^(?:bearer\s+)?fb_/i;
/** Long enough to be a key, or most of one; no word that is searched for is. */
const wholeKey = /(?:^|[^0-9a-z])fb_[0-9a-z]{16}/i;

/** Addresses are logged by whatever they pass: a key that stands in one is refused, so that nobody gets used to it. */
export function refuseKeyInUrl(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  // `fb_` in any spelling has its underscore, or a percent sign.
  if (!/fb_|%/i.test(url.slice(start))) return;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (!isKey(name, value)) continue;
    const parameter = wholeKey.test(name) ? 'fb_…' : name.slice(0, 100);
    throw new Problem(
      'key-in-url',
      'Send API keys in the Authorization header, never in a URL. Revoke this key, because it may be in logs.',
      [{ parameter, detail: `${parameter} looks like an API key` }],
    );
  }
}

/** Whether a text has a key in it, or most of one: it must not be written to a log. */
export function holdsKey(text: string): boolean {
  return wholeKey.test(text);
}

function isKey(name: string, value: string): boolean {
  return holdsKey(value) || holdsKey(name) || (keyName.test(name) && keyStart.test(value));
}
