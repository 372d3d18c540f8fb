import { headers } from 'next/headers';
import Link from 'next/link';
import { findVisitor, nameOfVisitor } from '../../../server/pages/find-visitor.ts';
import { SignInLink } from '../../../components/shell/header/sign-in-link.tsx';

export default async function NoReceipt() {
  const name = await nameOfVisitor(await findVisitor(await headers()));
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-2xl">
      <h1 className="text-3xl font-semibold tracking-tight">Receipt not found</h1>
      {name !== undefined && (
        <p className="mt-4 break-words">
          You are signed in as <strong>{name}</strong>. Another account may have made the call.
        </p>
      )}
      <p className="mt-4">
        There is no call with this id, or you do not have access to it. To see the calls of an account, sign
        in as a member of it, or with one of its keys.
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link href="/calls" className="py-1 text-accent underline underline-offset-4">
          Your calls
        </Link>
        <SignInLink className="py-1 text-accent underline underline-offset-4">
          {name === undefined ? 'Sign in' : 'Sign in as somebody else'}
        </SignInLink>
      </p>
    </main>
  );
}
