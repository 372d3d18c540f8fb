'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { isComposing } from '../../key-moves.ts';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { Icon, searchIcon } from '../icons.tsx';
import { useHydrated } from '../use-hydrated.ts';

const Palette = lazyPart(async () => (await import('../../palette/palette.tsx')).Palette);
const KeyList = lazyPart(async () => (await import('../../palette/key-list.tsx')).KeyList);

type Opened = 'palette' | 'keys';

/** Keyboard shortcuts, and the button for the palette. What they open is loaded on demand. */
export function Commands() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const keysWork = useHydrated();
  const isApple = useSyncExternalStore(never, readIsApple, () => false);
  const close = () => setOpened(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      if (command !== 'search') setOpened(command);
      else if (!focusSearch()) setOpened('palette');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setOpened('palette')}
        aria-haspopup="dialog"
        aria-keyshortcuts={keysWork ? 'Control+K Meta+K' : undefined}
        className="with-script flex h-9 items-center gap-2 rounded-md border border-line bg-card pr-2 pl-2.5 text-sm text-quiet hover:text-ink max-lg:w-9 max-lg:justify-center max-lg:px-0 max-rail:size-11 max-rail:border-0 max-rail:bg-transparent max-rail:text-ink lg:w-[16.5rem]"
      >
        <Icon path={searchIcon} className="size-4 max-rail:size-[1.125rem]" />
        <span className="whitespace-nowrap max-lg:sr-only">Search or go to…</span>
        <kbd className="ml-auto hidden min-w-12 rounded-sm border border-line bg-sunk px-1 text-center text-xs leading-[1.125rem] lg:pointer-fine:inline">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {opened !== null && (
        <div className="fixed inset-x-4 top-2 z-30 mx-auto max-w-xl empty:hidden">
          <LazyBoundary
            key={opened}
            what={opened === 'palette' ? 'The palette' : 'The list of keys'}
            close={close}
          >
            {opened === 'palette' ? (
              <Palette close={close} showKeys={() => setOpened('keys')} />
            ) : (
              <KeyList close={close} isApple={isApple} />
            )}
          </LazyBoundary>
        </div>
      )}
    </>
  );
}

/** Plain keys do nothing while a person types; those with Ctrl or ⌘ work everywhere. */
function commandOf(event: KeyboardEvent): Opened | 'search' | undefined {
  if (event.defaultPrevented || isComposing(event) || event.altKey) return undefined;
  const commanded = event.ctrlKey || event.metaKey;
  if (commanded) return event.key.toLowerCase() === 'k' && !event.shiftKey ? 'palette' : undefined;
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return undefined;
  if (event.key === '/') return 'search';
  return event.key === '?' ? 'keys' : undefined;
}

const typedInto =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="range"], [type="color"], [type="file"])';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typedInto) !== null;
}

function focusSearch(): boolean {
  const search = document.querySelector('input[data-search]');
  if (!(search instanceof HTMLInputElement)) return false;
  search.focus();
  search.select();
  return true;
}

function readIsApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** The platform never changes. */
function never(): () => void {
  return () => {};
}
