'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** To the page to sign in, and from there back to this one, if it is one to come back to (lib/account/sign-in-address). */
export function SignInLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link href={`/sign-in?from=${usePathname()}`} prefetch={false} className={className}>
      {children}
    </Link>
  );
}
