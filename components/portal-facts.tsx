'use client';

import { createContext, type ReactNode, useContext } from 'react';

interface Facts {
  /** Whether the portal sends mail. Otherwise its operator reads the messages. */
  sendsMail: boolean;
  name: string;
  /** Of the operator; empty if there is none. */
  contact: string;
}

const Context = createContext<Facts>({ sendsMail: true, name: 'Farebox', contact: '' });

/** Tells the parts of all pages what they say of the portal. */
export function PortalFacts({ value, children }: { value: Facts; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePortalFacts(): Facts {
  return useContext(Context);
}
