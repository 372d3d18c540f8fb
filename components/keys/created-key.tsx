import { ShownOnce } from '../shell/shown-once.tsx';

/** The new key, of which the portal stores only a hash. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <ShownOnce title="Your new API key" secret={apiKey} name="key" onClose={onClose}>
      This key is shown only once. Copy it now and store it like a password: anyone who has it can spend your
      account’s credits.
    </ShownOnce>
  );
}
