import { useQuery } from '@tanstack/react-query';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { checkSignature } from '../../lib/receipt/receipt-signature.ts';
import { receiptKeyOptions } from './receipt-key-options.ts';
import { verifyEd25519 } from '../../lib/receipt/verify-ed25519.ts';

export interface SignatureCheck {
  text: string;
  /** Undefined until it is checked. */
  passed?: boolean;
  isPending?: true;
}

/** Whether this portal signed the receipt. */
export function useSignatureCheck(receipt: JsonObject | undefined): SignatureCheck {
  const key = useQuery(receiptKeyOptions());
  const signature = useQuery({
    queryKey: ['signature', receipt && canonicalJson(receipt)],
    queryFn: () => checkSignature(receipt ?? {}, verifyEd25519),
    enabled: receipt !== undefined,
    retry: false,
    gcTime: 0,
    networkMode: 'always',
  });
  return resultOf(signature, key);
}

interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
}

function resultOf(
  signature: Query<{ holds: boolean; publicKey: string | null }>,
  key: Query<{ publicKey: string; otherKeys: string[] }>,
): SignatureCheck {
  if (signature.error)
    return { text: `${signature.error.message} The command “farebox verify” can check it instead.` };
  if (!signature.data) return { text: 'Checking…', isPending: true };
  const { holds, publicKey } = signature.data;
  if (!holds)
    return { text: 'The signature does not match: the receipt was changed, or never signed.', passed: false };
  if (key.error)
    return {
      text: `Signed with the key ${publicKey}. Could not load this portal’s key to compare: ${key.error.message}`,
    };
  if (!key.data) return { text: 'Loading this portal’s key…', isPending: true };
  const isOwn = [key.data.publicKey, ...key.data.otherKeys].some((own) => own === publicKey);
  return isOwn
    ? { text: 'Signed by this portal and unchanged since.', passed: true }
    : { text: 'Signed by another portal, or by this one with an earlier secret.', passed: false };
}
