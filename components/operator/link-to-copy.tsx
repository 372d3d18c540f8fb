import { CopyButton } from '../shell/copy-button.tsx';

/** A link that is shown once. */
export function LinkToCopy({ link, about }: { link: string; about: string }) {
  return (
    <div role="status" className="mt-3 grid gap-2">
      <p className="text-sm text-quiet">{about}</p>
      <p className="rounded-md border border-line bg-sunk p-3 font-mono text-sm break-all select-all">
        {link}
      </p>
      <div>
        <CopyButton text={link} label="Copy the link" />
      </div>
    </div>
  );
}
