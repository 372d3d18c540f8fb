import { useId, type ReactNode } from 'react';
import { infoIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';

/** How something is counted, for who asks. */
export function Info({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="grid size-6 place-items-center rounded-md text-quiet hover:bg-hover hover:text-ink"
      >
        <Icon path={infoIcon} />
      </button>
      <div id={id} popover="auto" className="menu p-4 text-dense text-pretty whitespace-normal">
        {children}
      </div>
    </>
  );
}
