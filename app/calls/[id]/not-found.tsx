import Link from 'next/link';

export default function NoReceipt() {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-2xl">
      <h1 className="text-3xl font-semibold tracking-tight">There is no such receipt</h1>
      <p className="mt-4">
        No call goes by this id, or it is one that you may not see: an account’s calls are seen by whoever is
        signed in with one of its keys.
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link href="/calls" className="py-1 text-accent underline underline-offset-4">
          Your calls
        </Link>
        <Link href="/keys" className="py-1 text-accent underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </main>
  );
}
