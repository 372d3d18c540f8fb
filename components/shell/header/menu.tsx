'use client';

import Link from 'next/link';
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useState } from 'react';
import { movedIndex } from '../../key-moves.ts';
import { Icon } from '../icons.tsx';
import { useHydrated } from '../use-hydrated.ts';

interface Props {
  /** Of the menu. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonName?: string;
  buttonClassName: string;
  className?: string;
  children: ReactNode;
}

const items = '[role^="menuitem"]:not(:disabled)';
const moves: Parameters<typeof movedIndex>[1] = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A button with a menu, by the WAI-ARIA pattern: arrow keys move, Escape and Tab close. The browser opens it without any
 * script, hangs it from its button, and closes it at a press elsewhere.
 */
export function Menu({ label, button, buttonName, buttonClassName, className = '', children }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={buttonName}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (!isOpen) event.currentTarget.click();
        }}
        // Until then, what an item does would be lost.
        data-loading-part={isHydrated ? undefined : ''}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={(event: ToggleEvent<HTMLDivElement>) => {
          setIsOpen(event.newState === 'open');
          if (event.newState === 'open') itemsOf(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={move}
        onClick={({ target, currentTarget }) => {
          const item = target instanceof Element ? target.closest(items) : null;
          if (item && !item.hasAttribute('data-stays')) currentTarget.hidePopover();
        }}
        className={`menu ${className}`}
      >
        {children}
      </div>
    </>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  // Those of another width are in the page, too.
  return [...menu.querySelectorAll<HTMLElement>(items)].filter((item) => item.offsetParent !== null);
}

function move(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key === 'Tab') return event.currentTarget.hidePopover();
  const all = itemsOf(event.currentTarget);
  const at = all.findIndex((item) => item === document.activeElement);
  const to = movedIndex(event, moves, at, all.length) ?? indexByLetter(event, all, at);
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

/** The next item that begins with the letter. */
function indexByLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, all: HTMLElement[], at: number) {
  if (!/^\p{L}$/u.test(key) || ctrlKey || metaKey || altKey) return undefined;
  const found = all
    .map((item, index) => ({ index, text: item.textContent ?? '' }))
    .filter(({ text }) => text.trim().toLowerCase().startsWith(key.toLowerCase()));
  return (found.find(({ index }) => index > at) ?? found[0])?.index;
}

interface ItemProps {
  icon?: string;
  /** At the end: a count, or what the item does. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

function ItemText({ icon, note, children }: ItemProps) {
  return (
    <>
      {icon !== undefined && <Icon path={icon} />}
      <span className="min-w-0 truncate">{children}</span>
      {note !== undefined && <span className="ml-auto text-xs text-quiet">{note}</span>}
    </>
  );
}

export function MenuLink({ href, className = '', ...item }: ItemProps & { href: string }) {
  return (
    <Link href={href} prefetch={false} role="menuitem" className={`menu-item ${className}`}>
      <ItemText {...item} />
    </Link>
  );
}

interface MenuButtonProps extends ItemProps {
  onClick: () => void;
  disabled?: boolean;
  /** Of several, one of which is chosen. */
  isChecked?: boolean;
}

/** An item that does something. */
export function MenuButton({ onClick, disabled, isChecked, className = '', ...item }: MenuButtonProps) {
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      disabled={disabled}
      onClick={onClick}
      className={`with-script menu-item ${className}`}
    >
      <ItemText {...item} />
    </button>
  );
}

/** Items that belong together, below a line. */
export function MenuGroup({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={`-mx-1.5 mt-1.5 border-t border-rule px-1.5 pt-1.5 first:mt-0 first:border-t-0 first:pt-0 ${className}`}
    >
      {children}
    </div>
  );
}
