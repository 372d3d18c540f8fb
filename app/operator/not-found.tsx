import Link from 'next/link';

export default function NothingHere() {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-2xl font-semibold tracking-tight">Not found</h1>
      <p className="mt-4">There is nothing with this id.</p>
      <p className="mt-4">
        <Link href="/operator" className="text-accent underline underline-offset-4">
          The overview
        </Link>
      </p>
    </main>
  );
}
