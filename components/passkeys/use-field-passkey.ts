import { useEffect, useEffectEvent, useState } from 'react';
import { ProblemError } from '../problem-error.ts';
import { offerPasskeys, stopOffer } from './ask-for-passkey.ts';

/** Offers passkeys in the field of the email address, where the browser can. Returns why one was refused. */
export function useFieldPasskey(
  isWanted: boolean,
  send: (passkey: unknown) => Promise<unknown>,
): string | undefined {
  const [failure, setFailure] = useState<string>();
  const sendLatest = useEffectEvent(send);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const offer = async () => {
      const passkey = await offerPasskeys();
      if (passkey !== undefined && !isGone) await sendLatest(passkey);
    };
    // Errors of the browser are no failures here: the person did something else.
    offer().catch((error: unknown) => error instanceof ProblemError && setFailure(error.message));
    return () => {
      isGone = true;
      void stopOffer();
    };
  }, [isWanted]);
  return failure;
}
