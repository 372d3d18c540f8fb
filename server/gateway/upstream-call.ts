import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import type { AbortNotice } from './call-abort.ts';
import type { Secret } from './secret.ts';

export interface UpstreamCall {
  request: BoundRequest;
  /** `x-farebox.secrets` of the operation. */
  secrets: readonly Secret[];
  limits: EffectiveLimits;
  callId: string;
  /** Whose turn it is, where an upstream is busy: a purse, for instance. */
  caller: string;
  /** The media types that the template promises; any, where absent. */
  accept?: string;
  /** The body is read as JSON, whatever type it has: a credential in it is then looked for as in a text. */
  isRead?: boolean;
  /** Says when the upstream need not finish: the caller went away, or the portal stops. */
  signal?: AbortNotice;
  /** Hears when the call has had its turn and is sent, and when the head of the answer comes. */
  clock?: { dialled(): void; answered(status: number): void };
}
