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
      className={isMain ? 'button button-main' : quietButton}
    >
      {label}
    </button>
  );
}

/** A secondary button. */
export const quietButton = 'button button-small';

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
