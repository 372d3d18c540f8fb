import { quietButton } from './buttons.tsx';
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
