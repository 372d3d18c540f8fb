'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { checkIcon } from './icon-paths.ts';
import { crossIcon, Icon } from './icons.tsx';

const shownForMs = 8_000;

const Saying = createContext<(text: string) => void>(() => {});

/** Says at the foot of the page what was done, in the past tense. */
export function useToast(): (text: string) => void {
  return use(Saying);
}

/** Shows what is said within. It stays while the pointer is on it, and a screen reader is told, too. */
export function Toasts({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; number: number }>();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (said === undefined || isHeld) return undefined;
    const timer = setTimeout(() => setSaid(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [said, isHeld]);
  return (
    <Saying value={(text) => setSaid((last) => ({ text, number: (last?.number ?? 0) + 1 }))}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-5 z-20 grid justify-items-center"
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
      >
        {said && (
          <p
            key={said.number}
            className="pointer-events-auto flex min-h-11 max-w-full items-center gap-2.5 rounded-lg bg-ink py-1 pr-1.5 pl-3.5 text-dense text-paper shadow-[0_8px_24px_var(--shade)]"
          >
            <Icon path={checkIcon} />
            <span className="min-w-0 break-words">{said.text}</span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => setSaid(undefined)}
              className="grid size-8 shrink-0 place-items-center rounded-md"
            >
              <Icon path={crossIcon} className="size-3.5" />
            </button>
          </p>
        )}
      </div>
    </Saying>
  );
}
