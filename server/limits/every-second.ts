import { errorText, log } from '../log.ts';

/** Does something once a second, never twice at a time. A failure is logged as `event`. */
export function everySecond(work: () => Promise<void>, event: string): { stop(): void } {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch((error: unknown) => log('error', event, { error: errorText(error) }))
      .finally(() => {
        isBusy = false;
      });
  }, 1_000);
  return { stop: () => clearInterval(timer) };
}
