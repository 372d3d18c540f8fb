const rows = [0, 1, 2, 3, 4];

/** As high as the products, to avoid a layout shift. */
export function ListSkeleton() {
  return (
    <div className="mt-3">
      <p className="sr-only">Loading products…</p>
      <div aria-hidden className="space-y-3">
        {rows.map((row) => (
          <div key={row} className="h-36 rounded-lg border border-line bg-card p-5 motion-safe:animate-pulse">
            <div className="h-4 w-1/3 rounded bg-sunk" />
            <div className="mt-3 h-3 w-2/3 rounded bg-sunk" />
            <div className="mt-2 h-3 w-1/2 rounded bg-sunk" />
          </div>
        ))}
      </div>
    </div>
  );
}
