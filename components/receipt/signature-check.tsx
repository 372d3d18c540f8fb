'use client';

import { useQuery } from '@tanstack/react-query';
import { canonicalJson, type JsonObject } from '../../lib/json.ts';
import { checkSignature } from '../../lib/receipt-signature.ts';
import { receiptKeyOptions } from './receipt-key-options.ts';
import { verifyEd25519 } from './verify-ed25519.ts';

/** Whether this portal wrote the receipt as it stands. */
export function SignatureCheck({ receipt }: { receipt: JsonObject }) {
  const key = useQuery(receiptKeyOptions());
  const signature = useQuery({
    queryKey: ['signature', canonicalJson(receipt)],
    queryFn: () => checkSignature(receipt, verifyEd25519),
    retry: false,
    gcTime: 0,
    networkMode: 'always',
  });
  const { text, holds } = sayWhether(signature, key);
  return (
    <div className="mt-3 flex items-baseline justify-between gap-x-4 text-sm">
      <p className="min-w-0">
        <span className="font-medium">Signature.</span> <span className="text-quiet">{text}</span>
      </p>
      {holds !== undefined && (
        <p className={`shrink-0 ${holds ? 'text-good' : 'font-semibold text-bad'}`}>
          {holds ? 'holds' : 'does not hold'}
        </p>
      )}
    </div>
  );
}

interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
}

function sayWhether(
  signature: Asked<{ holds: boolean; publicKey: string | null }>,
  key: Asked<{ publicKey: string }>,
): { text: string; holds?: boolean } {
  if (signature.error)
    return { text: `${signature.error.message} The command “farebox verify” checks it anywhere.` };
  if (!signature.data) return { text: 'Checking…' };
  const { holds, publicKey } = signature.data;
  if (!holds) return { text: 'This is not what was signed: it was changed, or never a receipt.', holds };
  if (key.error)
    return { text: `The key ${publicKey} signed it; whose that is cannot be said: ${key.error.message}` };
  if (!key.data) return { text: 'Asking the portal for its key…' };
  return key.data.publicKey === publicKey
    ? { text: 'This portal wrote the receipt, and nobody changed it since.', holds: true }
    : { text: 'Another portal signed it, or this one with an earlier secret.', holds: false };
}
