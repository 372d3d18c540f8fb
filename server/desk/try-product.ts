import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { TriedProduct } from '../../lib/operator/products.ts';
import { newCallId } from '../call-id.ts';
import { CallClock } from '../calls/calls-under-way.ts';
import { isOnToolbox } from '../calls/check-call.ts';
import type { Context } from '../context.ts';
import { UpstreamFailure } from '../gateway/exchange-failures.ts';
import { prepareInput } from '../inputs/prepare-input.ts';
import type { OperatorChange } from '../operator/change.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { secretNames } from '../products/online-hindrance.ts';

interface Wish {
  slug: string;
  input: JsonObject;
}

/**
 * Calls the API of a product, online or not, as a call would: with its input, credentials and limits. Nothing is held or
 * charged, no call is listed, and the log has that somebody tried it, not with what.
 */
export const tryProduct: OperatorChange<Wish, 'try-product', TriedProduct, Context> = {
  right: 'try-product',
  verb: 'try-product',
  status: 200,
  async prepare(context, { slug, input }) {
    const given = await dial(context, slug, input);
    const { reply, tookMs } = given;
    return { payload: { slug, status: reply?.status ?? null, tookMs }, given };
  },
  answer: (_result, given) => given,
};

async function dial(context: Context, slug: string, input: JsonObject): Promise<TriedProduct> {
  const { versionKey } = await requireProduct(context, slug);
  const version = await readVersion(context, versionKey);
  const variables = isOnToolbox(version) ? await context.serverVariables : {};
  const { request } = prepareInput(version, input, variables, undefined, true);
  const secrets = version.template['x-farebox'].secrets ?? [];
  const clock = new CallClock();
  const tried = {
    request: { ...shownRequest(request), credentials: secretNames(version.template) },
    get tookMs() {
      return Math.round(clock.elapsedMs);
    },
  };
  try {
    const reply = await context.gateway.dial({
      ...{ request, secrets, limits: version.limits, clock },
      caller: 'trial of a product',
      callId: newCallId(Date.now()),
    });
    const { status, headers, contentType } = reply;
    const body = await shownReply(reply.body, contentType);
    return { ...tried, reply: { status, headers: headersOf(Object.entries(headers)), body }, failure: null };
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { detail, operatorDetail } = error;
    return { ...tried, reply: null, failure: [detail, operatorDetail].filter(Boolean).join(' ') };
  }
}

/** What a person reads of a body. */
const mostShown = 64 * 1024;

function shownRequest({ method, url, headers, body }: BoundRequest) {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    method,
    url,
    headers: headersOf(headers),
    body: bytes ? { text: textOf(bytes), bytes: bytes.length } : null,
  };
}

function headersOf(headers: [string, string][]): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

/** Reads it whole, as the limits of the product allow, and keeps its beginning. */
async function shownReply(body: AsyncIterable<Buffer>, contentType: string) {
  const kept: Buffer[] = [];
  let [bytes, room] = [0, mostShown];
  for await (const chunk of body) {
    bytes += chunk.length;
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
  }
  const start = Buffer.concat(kept);
  const isText = /^text\/|json|xml|javascript|form-urlencoded/.test(contentType);
  return { text: isText ? textOf(start) : null, bytes };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Null if it is no text. A character that is cut at the end is left out. */
function textOf(bytes: Buffer): string | null {
  const shown = bytes.subarray(0, mostShown);
  for (let end = shown.length; end >= Math.max(0, shown.length - 3); end -= 1) {
    try {
      return utf8.decode(shown.subarray(0, end));
    } catch {
      // The character at the end may be cut.
    }
  }
  return null;
}
