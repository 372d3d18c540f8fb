'use client';

import { createContext, type ReactNode, useContext } from 'react';

const Context = createContext(true);

/** Tells the parts of all pages whether the portal sends mail. Otherwise its operator reads the messages. */
export function SendsMail({ value, children }: { value: boolean; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useSendsMail(): boolean {
  return useContext(Context);
}
