import { keyName } from '../../lib/account/key-name.ts';

/** How sentences name a key. */
export function namedKey(key: { name: string; hint: string }): string {
  return `The API key ${key.name === '' ? keyName(key) : JSON.stringify(key.name)}`;
}
