import type { SecretList } from './portal-secret.ts';

/** 128 random bits in hexadecimal have 32 characters. Shorter secrets could be guessed. */
const leastLength = 32;

/** A change needs two. Each costs time where a signature is wrong. */
const mostSecrets = 8;

/** The secrets of a text, separated by commas or line ends; or the end of a sentence that says what is wrong. */
export function parseSecrets(text: string): SecretList | string {
  const parts = text.split(/[,\r\n]/).map((part) => part.trim());
  const given = [...new Set(parts.filter((part) => part !== ''))];
  if (given.length > 1 && given.some((secret) => secret.length < leastLength))
    return `has a secret of fewer than ${leastLength} characters. Commas and line ends separate secrets`;
  if (given.length > mostSecrets) return `has more than ${mostSecrets} secrets`;
  const [first, ...others] = given.map((secret) => Buffer.from(secret));
  if (first === undefined || first.toString().length < leastLength)
    return `has fewer than ${leastLength} characters`;
  return [first, ...others];
}
