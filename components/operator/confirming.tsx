'use client';

import { createContext, type ReactNode, use } from 'react';
import { type Confirmation, useConfirmation } from '../confirmation/use-confirmation.tsx';

const Confirmed = createContext<Confirmation['confirmed']>((send) => send());

/** One dialog for all that a page of the console changes. */
export function Confirming({ children }: { children: ReactNode }) {
  const { confirmed, dialog } = useConfirmation();
  return (
    <Confirmed value={confirmed}>
      {children}
      {dialog}
    </Confirmed>
  );
}

/** Sends a request, and asks the operator who they are if the portal wants to know. */
export function useConfirmed(): Confirmation['confirmed'] {
  return use(Confirmed);
}
