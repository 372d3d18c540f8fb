import { headers } from 'next/headers';
import { refusalByRole } from '../../../server/callers/require-role.ts';
import { findVisitor } from '../../../server/pages/find-visitor.ts';

export default async function ForbiddenReceipt() {
  const visitor = await findVisitor(await headers());
  const refusal = visitor && refusalByRole(visitor, 'read-calls');
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-2xl">
      <h1 className="text-3xl font-semibold tracking-tight">Receipt</h1>
      <p className="mt-4 break-words">{refusal?.detail ?? 'You cannot see this receipt.'}</p>
    </main>
  );
}
