import type { Reply } from '../reply/reply.ts';
import type { CallHead, CallProblem } from './call-answer.ts';

/** Constant through all attempts of a call. The key prevents a second charge. */
export interface CallRun {
  key: string;
  /** The quote and its price; null if there was no price. */
  quote: string | null;
  quoted: number | null;
  /** Attempts without a response. */
  losses: number;
  /** Responses that said that the call is still running. */
  waits: number;
  renewals: number;
  startedMs: number;
  /** A message about a price that changed meanwhile. */
  notice: string | null;
}

export type CallState =
  | { phase: 'idle' }
  | { phase: 'sending'; run: CallRun }
  | { phase: 'waiting'; run: CallRun; why: 'lost' | 'in-flight'; delayMs: number }
  | { phase: 'renewing'; run: CallRun }
  /** The quote expired and the new price is higher: the person decides. */
  | { phase: 'dearer'; run: CallRun; quote: string; credits: number }
  | { phase: 'receiving'; run: CallRun; head: CallHead; reply: Reply }
  | { phase: 'answered'; run: CallRun; head: CallHead; reply: Reply; charged: number | null; endedMs: number }
  | { phase: 'refused'; run: CallRun; problem: CallProblem; endedMs: number }
  /** Gave up after several attempts without a response. Whether the call was made is unknown. */
  | { phase: 'lost'; run: CallRun; endedMs: number }
  /** Keeps the partial reply. */
  | { phase: 'stopped'; run: CallRun; callId: string | null; reply: Reply | null; endedMs: number };

export type CallEvent =
  | { type: 'start'; key: string; quote: string | null; quoted: number | null; nowMs: number }
  /** Given up before the page was opened: only the person sends it again. */
  | { type: 'found lost'; key: string; quote: string | null; quoted: number | null; nowMs: number }
  | { type: 'lost'; nowMs: number }
  | { type: 'refused'; problem: CallProblem; retryAfterMs: number | null; nowMs: number }
  | { type: 'waited' }
  | { type: 'renewed'; quote: string; credits: number }
  | { type: 'accepted' }
  | { type: 'replying'; head: CallHead; reply: Reply }
  | { type: 'ended'; reply: Reply; charged: number | null; nowMs: number }
  /** Tries again with the same key after giving up. */
  | { type: 'again'; nowMs: number }
  | { type: 'stopped'; nowMs: number };
