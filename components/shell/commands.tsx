'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';
import { useKeysWork } from './use-keys-work.ts';

const Palette = loadedPart(async () => (await import('../palette/palette.tsx')).Palette);
const KeyList = loadedPart(async () => (await import('../palette/key-list.tsx')).KeyList);

type Opened = 'palette' | 'keys';

/** The portal's keys, and the button for those who have none at hand. What a key opens is loaded when it does. */
export function Commands() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const keysWork = useKeysWork();
  const isApple = useSyncExternalStore(never, readIsApple, () => false);
  const close = () => setOpened(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = commandOf(event);
      if (asked === undefined) return;
      event.preventDefault();
      if (asked !== 'search') setOpened(asked);
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
        className="with-script flex h-8 items-center gap-2 rounded-md border border-line bg-card px-2 text-sm text-quiet hover:text-ink"
      >
        <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-[1.5]">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 4 4" strokeLinecap="round" />
        </svg>
        <span className="whitespace-nowrap max-sm:sr-only">Go to</span>
        <kbd className="hidden min-w-12 rounded bg-sunk px-1 py-px text-center text-xs lg:pointer-fine:inline">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {opened !== null && (
        <div className="fixed inset-x-4 top-2 z-30 mx-auto max-w-xl empty:hidden">
          <LatePart
            key={opened}
            what={opened === 'palette' ? 'The palette' : 'The list of keys'}
            close={close}
          >
            {opened === 'palette' ? (
              <Palette close={close} showKeys={() => setOpened('keys')} />
            ) : (
              <KeyList close={close} isApple={isApple} />
            )}
          </LatePart>
        </div>
      )}
    </>
  );
}

/** Plain keys are of whoever is typing; those with Ctrl or ⌘ are not, and work wherever one is. */
function commandOf(event: KeyboardEvent): Opened | 'search' | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined;
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

/** What the page runs on does not change. */
function never(): () => void {
  return () => {};
}
