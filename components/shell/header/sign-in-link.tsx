'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInAddress } from '../../../lib/account/sign-in-address.ts';

/** To the page to sign in, and from there back to this one. */
export function SignInLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link href={signInAddress(usePathname())} prefetch={false} className={className}>
      {children}
    </Link>
  );
}
