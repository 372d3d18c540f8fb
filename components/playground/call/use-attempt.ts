import { type RefObject, useEffect, useState } from 'react';
import type { JsonObject } from '../../../lib/json/json.ts';
import { isCallRunning } from '../../../lib/view/playground/call-state.ts';
import { focusFaultyField } from '../../form/focus-field.ts';
import { messageOf } from '../../problem-error.ts';
import type { SavedReply } from './saved-replies.ts';
import type { Call } from './use-call.ts';

interface Given {
  call: Call;
  input: JsonObject;
  maximum: number | null;
  panel: RefObject<HTMLElement | null>;
  isBlocked: boolean;
  /** Whether the shown faults belong to the current input. */
  isCurrent: boolean;
  /** Whether the input of a link is still loading. */
  isOpening: boolean;
}

/** A press on Call: it sends a call, or says why not. */
export interface Attempt {
  start: () => Promise<void>;
  /** Whether the person tried to call with the current input: missing fields are marked then. */
  isTried: boolean;
  /** Whether that attempt sent nothing: the previous reply is hidden then. */
  isUnsent: boolean;
  failure: string | null;
  /** The earlier call whose reply is open, until the next call. */
  earlier: SavedReply | null;
  showEarlier: (saved: SavedReply) => void;
  closeEarlier: () => void;
}

const opening = 'The input of the link is still loading. Call again when it is filled in.';
const reading = 'A file is still being read. Call again when its name is shown.';
const loading = 'Part of the form is still loading. Call again in a moment.';
const unread = 'This text is not part of the input. Fix, add or remove it, then call again.';

export function useAttempt({ call, input, maximum, panel, isBlocked, isCurrent, isOpening }: Given): Attempt {
  const [tried, setTried] = useState<JsonObject | null>(null);
  const [unsent, setUnsent] = useState<JsonObject | null>(null);
  const [faulty, setFaulty] = useState<{ input: JsonObject } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<SavedReply | null>(null);
  const fail = (error: unknown) => setFailure(messageOf(error));
  const start = async () => {
    if (isBlocked || isCallRunning(call.state)) return;
    setTried(input);
    setUnsent(input);
    setEarlier(null);
    const text = invalidText(panel.current);
    const waiting = waitingFor(panel.current, isOpening);
    setFailure(text ? unread : waiting);
    if (text) return text.focus();
    if (waiting !== null) return;
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
  const showEarlier = async (saved: SavedReply) => {
    try {
      await call.loadParts();
      setEarlier(saved);
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
    showEarlier: (saved) => void showEarlier(saved),
    closeEarlier: () => setEarlier(null),
  };
}

/** Sections of a large form may have to load before the fault is on the page. */
const mostWaitedMs = 10_000;

/**
 * Focuses the first fault once it is shown, unless the focus moved meanwhile. In a group, such as radio buttons,
 * focuses the first control.
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

/** The reason why a call would leave something out now, if there is one. */
function waitingFor(panel: HTMLElement | null, isOpening: boolean): string | null {
  if (isOpening) return opening;
  if (isReadingFile(panel)) return reading;
  return isLoadingPart(panel) ? loading : null;
}

/**
 * The first visible text that is not in the input: half a date, invalid JSON, a key that was not added. A call would
 * silently send the previous value.
 */
function invalidText(panel: HTMLElement | null): HTMLElement | undefined {
  const texts = panel?.querySelectorAll<HTMLElement>(
    ':is(input, textarea):invalid, [role="textbox"][aria-invalid="true"]',
  );
  return [...(texts ?? [])].find((text) => text.checkVisibility());
}

/** Whether controls are still loading: a call would not include what was typed into them. */
function isLoadingPart(panel: HTMLElement | null): boolean {
  return Boolean(panel?.querySelector('[data-loading-part]'));
}

/** Whether a file is still being read: a call would not include it. */
function isReadingFile(panel: HTMLElement | null): boolean {
  return Boolean(panel?.querySelector('[role="group"][aria-busy="true"]'));
}
