import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { numberOf } from './errors.ts';
import { jsonOrUndefined } from './portal.ts';

/** The reply of an API, and what it cost. */
export interface Reply<Data = unknown> {
  /** JSON as a value, text as a string, everything else as bytes. */
  data: Data;
  contentType: string;
  callId: string;
  /** Null for a reply that is too large to be settled before it is sent: `wait(callId)` says it. */
  charged: number | null;
  /** The credits that are left. */
  balance: number | null;
  /** The status of the API: any of 200 to 299. */
  upstreamStatus: number | null;
  /** Whether it is the stored answer of an earlier attempt. */
  isReplayed: boolean;
  idempotencyKey: string;
}

export function replyOf<Data>(response: Response, bytes: Uint8Array, idempotencyKey: string): Reply<Data> {
  const { headers } = response;
  const contentType = headers.get('content-type') ?? '';
  return {
    data: asData(dataOf(contentType, bytes)),
    contentType,
    callId: headers.get('farebox-call-id') ?? '',
    charged: numberOf(headers.get('farebox-credits-charged')),
    balance: numberOf(headers.get('farebox-credits-balance')),
    upstreamStatus: numberOf(headers.get('farebox-upstream-status')),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    idempotencyKey,
  };
}

function dataOf(contentType: string, bytes: Uint8Array): unknown {
  const mediaType = bareMediaType(contentType);
  if (isJsonType(mediaType)) {
    const text = new TextDecoder().decode(bytes);
    // An API that says JSON and sends something else is shown as it is.
    return jsonOrUndefined(text) ?? text;
  }
  const isText = mediaType.startsWith('text/') || mediaType.endsWith('xml');
  return isText ? decoded(bytes, contentType) : bytes;
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    // A charset that no browser knows.
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}

/** Guaranteed by whoever wrote the types of the product: the API's reply is shown as it is. */
function asData<Data>(value: unknown): Data {
  return value as Data;
}
