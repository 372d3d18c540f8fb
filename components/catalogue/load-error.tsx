export function LoadError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div role="alert" className="mt-3 rounded-lg border border-bad bg-card p-4">
      <p className="font-medium">Products could not be loaded.</p>
      <p className="mt-1 text-sm break-words text-quiet">{message}</p>
      <button
        type="button"
        onClick={retry}
        className="mt-3 rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk"
      >
        Try again
      </button>
    </div>
  );
}
