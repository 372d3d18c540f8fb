import type { Session } from '../../lib/account/session.ts';

interface Props {
  session: Pick<Session, 'suspended'>;
  label: string;
  onClick: () => void;
  /** Whether it is what the page is for. */
  isMain?: boolean;
}

/** Adds something to the account. A suspended one takes nothing new: the banner of every page says so. */
export function AddButton({ session, label, onClick, isMain = false }: Props) {
  return (
    <button
      type="button"
      disabled={session.suspended}
      onClick={onClick}
      className={
        isMain
          ? 'rounded-md bg-accent px-4 py-2 font-medium text-accent-ink disabled:opacity-60'
          : quietButton
      }
    >
      {label}
    </button>
  );
}

/** A secondary button. */
export const quietButton =
  'inline-flex min-h-7 items-center justify-center gap-1 rounded-md border border-line bg-card px-2.5 py-0.5 text-sm whitespace-nowrap hover:bg-sunk disabled:opacity-40 disabled:hover:bg-card';

/** Points right, unless a class turns it. */
export function Arrow({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={`size-3 fill-none stroke-current stroke-[1.75] ${className}`}
    >
      <path d="m4 2 4 4-4 4" />
    </svg>
  );
}
