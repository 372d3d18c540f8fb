export function PageError({ retry }: { retry: () => void }) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight">This page could not be made</h1>
      <p className="mt-4">Something failed on our side. Nothing was changed and nothing was charged.</p>
      <button type="button" onClick={retry} className="mt-4 text-accent underline underline-offset-4">
        Try again
      </button>
    </main>
  );
}
