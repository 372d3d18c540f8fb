import { expect, test } from 'vitest';
import { keyAccesses, mayKey } from '../../../../lib/account/key-access.ts';

test('an access that nobody knows allows neither calls nor changes', () => {
  for (const access of ['', 'admin', 'constructor', 'Call'])
    expect([mayKey(access, 'calls'), mayKey(access, 'changes')]).toEqual([false, false]);
  expect(Object.keys(keyAccesses).filter((access) => mayKey(access, 'calls'))).toEqual(['call']);
});
