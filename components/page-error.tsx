/** Shown instead of a page that failed to load. */
export function PageError({ retry }: { retry: () => void }) {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-2xl">
      <h1 className="text-3xl font-semibold tracking-tight">This page could not be loaded</h1>
      <p className="mt-4">
        The portal had an internal error, or cannot be reached. Nothing was changed or charged.
      </p>
      <p className="mt-2 text-quiet">
        If it keeps failing, the operator of this portal can find the reason in its log.
      </p>
      <button
        type="button"
        onClick={retry}
        className="mt-6 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink"
      >
        Try again
      </button>
    </main>
  );
}
