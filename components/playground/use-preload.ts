import { useEffect } from 'react';
import { prepareCall } from './load-call-parts.ts';
import { loadInputParts } from './load-input-parts.ts';

/** Preloads what a call and a link need on the first interaction. */
export function usePreload(): void {
  useEffect(() => {
    const controller = new AbortController();
    const preload = () => {
      controller.abort();
      prepareCall();
      void loadInputParts().catch(reportedWhenUsed);
    };
    for (const sign of ['pointerdown', 'keydown'])
      window.addEventListener(sign, preload, { capture: true, passive: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
}

/** A failure is reported when they are used. */
function reportedWhenUsed(): void {}
