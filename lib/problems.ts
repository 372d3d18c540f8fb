import type { JsonObject } from './json.ts';

/** The closed set of errors that Farebox expects. A code is for programs, a title and a remedy for people. */
export const problems = {
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    meaning:
      'The body could not be read as JSON in UTF-8. The detail says at which line and column reading stopped.',
    remedy: 'Look for a missing quote, bracket or comma there, or let a JSON library write the body.',
  },
  'too-deep': {
    status: 400,
    title: 'The JSON is nested too deeply',
    meaning: 'Objects and arrays may be nested 64 levels deep.',
    remedy: 'Send a flatter body. If you did not mean to nest, look for an object that contains itself.',
  },
  'forbidden-key': {
    status: 400,
    title: 'A key of the JSON is not allowed',
    meaning:
      'Keys that reach into the prototypes of JavaScript objects (`__proto__`, `constructor.prototype`) are refused.',
    remedy: 'Rename the key.',
  },
  'duplicate-key': {
    status: 400,
    title: 'A key stands twice in one object',
    meaning:
      'JSON parsers disagree on which of two equal keys counts, so a body that has them means two things.',
    remedy: 'Send each key once.',
  },
  'invalid-number': {
    status: 400,
    title: 'A number cannot be kept exactly',
    meaning: 'The number is too large, or an integer past 2^53, and would be changed by reading it.',
    remedy: 'Send it as a string where the API takes one, or send a smaller number.',
  },
  'not-an-object': {
    status: 400,
    title: 'The body is not a JSON object',
    meaning: 'The parameters of a call are the members of one JSON object.',
    remedy: 'Send an object, `{}` if there is nothing to say.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'A query parameter is wrong',
    meaning:
      'A parameter of the address has a value outside what is allowed. The errors name it and say what is.',
    remedy: 'Correct the parameter, or leave it out to get its default.',
  },
  'missing-parameter': {
    status: 400,
    title: 'A parameter is missing',
    meaning: 'The request does not say what it is about. The errors name the parameter.',
    remedy: 'Add the parameter.',
  },
  'bad-request': {
    status: 400,
    title: 'The request cannot be read',
    meaning: 'What arrived is not a well-formed HTTP request, or its length is not the length it announced.',
    remedy: 'Let an HTTP library write the request.',
  },
  'key-in-url': {
    status: 400,
    title: 'An API key stands in the address',
    meaning:
      'Addresses are written to logs and histories by whatever they pass, so a key in one is refused, whichever it is.',
    remedy:
      'Revoke that key, make a new one, and send it as `Authorization: Bearer fb_…`; never in a parameter.',
  },
  'idempotency-key-invalid': {
    status: 400,
    title: 'The idempotency key cannot be one',
    meaning: 'An `Idempotency-Key` has 1 to 255 visible characters of ASCII.',
    remedy: 'Send a UUID, or leave the header out.',
  },
  'quote-invalid': {
    status: 400,
    title: 'The quote is not one of this portal',
    meaning:
      '`Farebox-Quote` takes a quote as the estimate gives it with `detail=full`. This one was changed on its way, or another portal made it.',
    remedy: 'Ask for a quote again and send it as it is.',
  },
  'invalid-key': {
    status: 401,
    title: 'The API key is not valid',
    meaning:
      'The header `Authorization` holds no API key of this portal that can be used: it is mistyped, unknown, expired or revoked.',
    remedy:
      'Send `Authorization: Bearer fb_…` with a key that is whole and current, or leave the header out to call as a guest.',
  },
  'key-required': {
    status: 401,
    title: 'A call needs an API key here',
    meaning: 'The operator of this portal lets nobody call as a guest.',
    remedy: 'Ask the operator for an API key, and send it as `Authorization: Bearer fb_…`.',
  },
  'insufficient-credits': {
    status: 402,
    title: 'There are not enough credits',
    meaning:
      'What is available does not cover the quote of this call, which is held while the call runs. Nothing was charged.',
    remedy:
      'Try a cheaper input, wait until calls that are under way have ended, or get more credits. Guests get new ones each day.',
  },
  'over-cap': {
    status: 402,
    title: 'The API key has reached its cap',
    meaning:
      'The key may spend so many credits in a day, in a month or in all, and this call would take it past that. Nothing was charged.',
    remedy: 'Wait for the next day or month, or use a key with a higher cap.',
  },
  'over-max-credits': {
    status: 402,
    title: 'The call costs more than you allow',
    meaning: 'The price of this input is above `Farebox-Max-Credits`. Nothing was charged.',
    remedy: 'Allow more, or change the input: the estimate says which field adds what.',
  },
  'cross-site': {
    status: 403,
    title: 'The request comes from another site',
    meaning:
      'A browser sent the request on behalf of a page that is not of this portal, with a cookie of this portal.',
    remedy: 'Use the pages of the portal, or call with an API key and without cookies.',
  },
  forbidden: {
    status: 403,
    title: 'Not for this caller',
    meaning: 'What was asked for is kept for the operators of this portal.',
    remedy: 'Leave the parameter out, or ask an operator.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: "No product, template, call or endpoint goes by that name, or it is somebody else's.",
    remedy: 'Look the product up at `/api/product/list`, and the endpoints at `/openapi.json`.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The endpoint does not take this method',
    meaning: 'The address is right, the method is not. The header `Allow` lists those that it takes.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  'call-in-flight': {
    status: 409,
    title: 'The same call is still under way',
    meaning: 'A call with this `Idempotency-Key` was begun and has not ended.',
    remedy: 'Send the same request again in a moment: it gets the answer of the first.',
  },
  'outcome-unknown': {
    status: 409,
    title: 'Nobody knows how the call ended',
    meaning:
      'The portal stopped in the middle of it. Its hold was given back, nothing was charged, and it is not made again under this key.',
    remedy: 'Check at the upstream whether it took effect, and call again with a new key.',
  },
  'product-offline': {
    status: 409,
    title: 'The product is offline',
    meaning:
      'Its operator has taken it out of service. It can be read about, but not called. Nothing was charged.',
    remedy: 'Look for another product, or ask the operator.',
  },
  'quote-expired': {
    status: 409,
    title: 'The quote has ended',
    meaning: 'A quote holds for a quarter of an hour. Nothing was charged.',
    remedy: 'Ask for a new one: the price may have changed.',
  },
  'quote-mismatch': {
    status: 409,
    title: 'The quote is for another call',
    meaning: 'A quote belongs to one product and one input. Nothing was charged.',
    remedy: 'Ask for a quote of this input.',
  },
  'replay-unavailable': {
    status: 409,
    title: 'The answer was not kept',
    meaning:
      'The call with this `Idempotency-Key` is done, but answers of more than 1 MiB and streams are not kept.',
    remedy: 'Read its receipt; to get the answer again, call with a new key.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than this endpoint reads. The detail says how much that is.',
    remedy: 'Send less, or send a file in a smaller form.',
  },
  'unsupported-media': {
    status: 415,
    title: 'The body is of a kind that is not read',
    meaning:
      'Bodies are JSON, neither compressed nor in parts. Files travel inside the JSON as data URLs or base64.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  'upstream-rejected': {
    status: 422,
    title: 'The API rejects the request',
    meaning:
      'The API behind the product found fault with the input. Its own status and answer stand under `upstream`.',
    remedy: 'Read what it says there, and change the input.',
  },
  'price-failed': {
    status: 422,
    title: 'The price of this call cannot be computed',
    meaning: 'The price of the product fails on this input: it would overflow or be negative, or it errs.',
    remedy: 'Try other values. If ordinary values do it too, the operator of this portal would like to know.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another call',
    meaning: 'An `Idempotency-Key` stands for one call of one product with one input.',
    remedy: 'Take a new key for a new call.',
  },
  validation: {
    status: 422,
    title: 'The input is not valid',
    meaning:
      'The input does not fit what the product takes. The errors name each place. Nothing was charged.',
    remedy: 'Mend the places that the errors name. The playground endpoint lists the fields.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'So many requests in a minute are allowed for each caller and each address, and these were more.',
    remedy:
      'Wait for the seconds that `Retry-After` names. `RateLimit` says with every answer of a call how many are left.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The headers of a request may be 16 KiB in all.',
    remedy: 'Send fewer or shorter headers; cookies are the usual cause.',
  },
  'client-gone': {
    status: 499,
    title: 'The caller went away',
    meaning:
      'The connection to the caller ended before the answer was complete. Histories show it, and a retry under the same `Idempotency-Key`.',
    remedy: 'The receipt says what it cost. To make the call again, take a new key.',
  },
  internal: {
    status: 500,
    title: 'Something failed on our side',
    meaning:
      'The portal met an error that it did not expect. It is logged under the request id of the answer.',
    remedy: 'Try again. If it stays, give the operator of this portal the request id.',
  },
  'upstream-auth': {
    status: 502,
    title: 'The API does not accept this portal',
    meaning:
      'The credential that the operator of this portal has with the API is missing or refused. Yours is not meant.',
    remedy: 'Tell the operator of this portal. Nothing that you send can change it.',
  },
  'upstream-redirect': {
    status: 502,
    title: 'The API points elsewhere',
    meaning: 'The API answered with a redirect. Redirects are not followed: they lead where nobody looked.',
    remedy: 'Tell the operator of this portal: the product needs the address of today.',
  },
  'upstream-failed': {
    status: 502,
    title: 'The API failed',
    meaning: 'The API could not be reached, answered with an error of its own, or broke off.',
    remedy: 'Try again in a while. If it stays, tell the operator of this portal.',
  },
  'upstream-too-large': {
    status: 502,
    title: 'The answer of the API is too large',
    meaning:
      'The API answered with more than the product allows. `playground?detail=full` says how much that is.',
    remedy: 'Ask for less, fewer rows or a smaller image for instance.',
  },
  'upstream-unreadable': {
    status: 502,
    title: 'The answer of the API cannot be metered',
    meaning:
      'The price follows from what the API says that it used, and its answer is not the JSON it promises.',
    remedy: 'Try again. If it stays, tell the operator of this portal.',
  },
  'egress-blocked': {
    status: 502,
    title: 'The portal must not dial the API',
    meaning:
      'The API of the product leads to an address that is not of the public internet, and the operator did not allow it.',
    remedy: 'Tell the operator of this portal, who can name the address in `FAREBOX_EGRESS_ALLOW`.',
  },
  'upstream-busy': {
    status: 503,
    title: 'The API is busy',
    meaning: 'The API takes no more calls just now, or as many of this portal as it may are under way.',
    remedy: 'Try again after the seconds that `Retry-After` names.',
  },
  unavailable: {
    status: 503,
    title: 'The portal cannot answer just now',
    meaning: 'The portal is starting or stopping, or its storage is busy.',
    remedy: 'Try again after the seconds that `Retry-After` names.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'The API did not answer in time',
    meaning: 'The API took longer to connect, to begin or to go on than the product allows.',
    remedy: 'Try again, or ask for something that takes less time.',
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string; remedy: string }>;

export type ProblemCode = keyof typeof problems;

/** What is at fault: a place in the body, or a parameter of the address. */
export type Fault = { pointer: string; detail: string } | { parameter: string; detail: string };

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

const brand = Symbol.for('farebox.problem');

/**
 * An error of the closed set, on its way to the one place that makes a status of it. The server and Next each load
 * this module for themselves, so that a Problem is known by its brand, not by its class.
 */
export class Problem extends Error {
  readonly [brand] = true;

  static override [Symbol.hasInstance](value: unknown): value is Problem {
    return typeof value === 'object' && value !== null && brand in value;
  }

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors: readonly Fault[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further members of the answer, for programs. */
    readonly members: Readonly<JsonObject> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}
