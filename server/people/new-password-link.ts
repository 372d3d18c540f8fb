import type { MakePasswordLinkPayload } from '../store/people-changes.ts';
import { linkLifetimeMs, newLinkToken } from './link-token.ts';
import { passwordLinkMail } from './password-mails.ts';

/** A link by which a person chooses a password, and what the writer needs to make it. `url`: the portal. */
export function newPasswordLink(
  url: string,
  emailKey: string,
): { link: string; payload: MakePasswordLinkPayload } {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const link = `${url}/password#${token}`;
  const expiresAt = now + linkLifetimeMs;
  return { link, payload: { emailKey, hash, now, expiresAt, mail: passwordLinkMail(link, url, expiresAt) } };
}
