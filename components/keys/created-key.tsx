import { CopyButton } from '../shell/copy-button.tsx';

/** The key, this once. Nothing of it is kept but a hash. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <>
      <p className="mt-2 text-warn">
        It is shown this once. Copy it now, and keep it where you keep passwords: whoever has it spends the
        account’s credits.
      </p>
      <p className="mt-4 rounded-md border border-line bg-sunk p-3 font-mono break-all select-all">
        {apiKey}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton text={apiKey} className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink" />
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          I have kept it
        </button>
      </div>
    </>
  );
}
