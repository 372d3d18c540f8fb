import type { RenewEncryptedTextsPayload } from '../../encrypted-texts.ts';
import { run, statement, type Steps } from '../statement.ts';

const renew = {
  'second factors': statement('UPDATE SecondFactor SET secret = ? WHERE personKey = ? AND secret = ?'),
  'webhook secrets': statement('UPDATE Webhook SET secret = ? WHERE key = ? AND secret = ?'),
};

/** Replaces encrypted texts by the same ones of another secret, where nobody has changed them meanwhile. */
export function* renewEncryptedTexts({
  purpose,
  texts,
}: RenewEncryptedTextsPayload): Steps<{ renewed: number }> {
  let renewed = 0;
  for (const { key, before, after } of texts) renewed += yield* run(renew[purpose], after, key, before);
  return { renewed };
}
