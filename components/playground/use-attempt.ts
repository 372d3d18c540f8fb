import { type RefObject, useEffect, useState } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import { isUnderWay } from '../../lib/view/playground/is-under-way.ts';
import type { KeptCall } from './kept-calls.ts';
import { focusFaultyField } from '../form/focus-field.ts';
import { isReadingFile, unreadText } from './unread-text.ts';
import type { Call } from './use-call.ts';

interface Given {
  call: Call;
  input: JsonObject;
  maximum: number | null;
  panel: RefObject<HTMLElement | null>;
  isHindered: boolean;
  /** Whether the faults that are shown are those of the input as it stands. */
  isCurrent: boolean;
  /** Whether a link is about to fill in the input: this one was meant by nobody. */
  isOpening: boolean;
}

/** A press on Call: most send one, and some are told why not. */
export interface Attempt {
  start: () => Promise<void>;
  /** Whether the input as it stands was tried: what it lacks is marked then. */
  isTried: boolean;
  /** Whether that sent nothing: the reply of the call before it is not shown then, as if it were this one's. */
  isUnsent: boolean;
  failure: string | null;
  /** A call of before whose reply is looked at, until the next one is made. */
  earlier: KeptCall | null;
  showEarlier: (kept: KeptCall) => void;
  closeEarlier: () => void;
}

const opening = 'The input of the link is still loading. Call again when it is filled in.';
const reading = 'A file is still being read. Call again when its name is shown.';
const unread = 'This text is not part of the input. Fix, add or remove it, then call again.';

export function useAttempt({
  call,
  input,
  maximum,
  panel,
  isHindered,
  isCurrent,
  isOpening,
}: Given): Attempt {
  const [tried, setTried] = useState<JsonObject | null>(null);
  const [unsent, setUnsent] = useState<JsonObject | null>(null);
  const [faulty, setFaulty] = useState<{ input: JsonObject } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<KeptCall | null>(null);
  const fail = (error: unknown) => setFailure(error instanceof Error ? error.message : String(error));
  const start = async () => {
    if (isHindered || isUnderWay(call.state)) return;
    setTried(input);
    setUnsent(input);
    setEarlier(null);
    const text = unreadText(panel.current);
    const isReading = isReadingFile(panel.current);
    setFailure(text ? unread : isOpening ? opening : isReading ? reading : null);
    if (text) return text.focus();
    if (isOpening || isReading) return;
    try {
      const isSent = await call.start(input, maximum);
      if (isSent) setUnsent(null);
      else setFaulty({ input });
    } catch (error) {
      fail(error);
    }
  };
  useEffect(() => {
    if (isCurrent && faulty?.input === input) focusFirstFault(panel.current);
  }, [faulty, isCurrent, input, panel]);
  const showEarlier = async (kept: KeptCall) => {
    try {
      await call.prepare();
      setEarlier(kept);
    } catch (error) {
      setTried(input);
      fail(error);
    }
  };
  return {
    start,
    isTried: tried === input,
    isUnsent: unsent === input,
    failure: tried === input ? failure : null,
    earlier,
    showEarlier: (kept) => void showEarlier(kept),
    closeEarlier: () => setEarlier(null),
  };
}

/** A group of a large form opens for its faults, and its fields may have to come first. */
const mostWaitedMs = 10_000;

/**
 * Focuses the first fault as soon as it is shown, unless the focus has gone elsewhere by then. Of a group, such as one
 * of radio buttons, the first takes it.
 */
function focusFirstFault(panel: HTMLElement | null): void {
  const { activeElement } = document;
  const until = performance.now() + mostWaitedMs;
  const look = () => {
    const fault = panel?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faults]');
    const control = 'input, select, textarea, button, [tabindex]';
    if (fault?.matches('[data-faults]')) focusFaultyField(fault.closest('[data-pointer]'));
    else if (fault) (fault.matches(control) ? fault : fault.querySelector<HTMLElement>(control))?.focus();
    else if (performance.now() < until && document.activeElement === activeElement)
      requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
