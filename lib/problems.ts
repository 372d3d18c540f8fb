import { callProblems } from './call-problems.ts';

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
  'too-many-members': {
    status: 400,
    title: 'The JSON has too many values',
    meaning: 'A body may have 250,000 values: each object, each array, and each value in them counts.',
    remedy: 'Send the data in several calls, or as one text, such as CSV, where the product takes one.',
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
  'invalid-key': {
    status: 401,
    title: 'The API key is not valid',
    meaning:
      'What was sent is no API key of this portal that can be used: it is mistyped, unknown, expired or revoked.',
    remedy:
      'Send `Authorization: Bearer fb_…` with a key that is whole and current, or leave the header out to call as a guest.',
  },
  'session-ended': {
    status: 401,
    title: 'The session has ended',
    meaning:
      'The browser was signed in with an API key, and is not any more: thirty days are over, it was signed out, or the key expired or was revoked. Nothing was charged.',
    remedy: 'Sign in again at [/keys](/keys), or send the request again to go on as a guest.',
  },
  'account-required': {
    status: 401,
    title: 'This is for accounts',
    meaning: 'API keys belong to accounts, and a guest has none.',
    remedy: 'Sign in with an API key at [/keys](/keys), or send one as `Authorization: Bearer fb_…`.',
  },
  'key-required': {
    status: 401,
    title: 'A call needs an API key here',
    meaning: 'The operator of this portal lets nobody call as a guest.',
    remedy: 'Ask the operator for an API key, and send it as `Authorization: Bearer fb_…`.',
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
    meaning:
      'What was asked for is kept for the operators of this portal, or for API keys without a cap. The detail says which.',
    remedy: 'Leave the parameter out, use another API key, or ask an operator.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: "No product, template, call or endpoint goes by that name, or it is somebody else's.",
    remedy: 'Look the product up at `/api/product/list`, and the endpoints at `/openapi.json`.',
  },
  'too-many-keys': {
    status: 409,
    title: 'The account has too many keys',
    meaning: 'An account may have 100 API keys that are not revoked.',
    remedy: 'Revoke those that nobody uses: the list says when each was last used.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The endpoint does not take this method',
    meaning: 'The address is right, the method is not. The header `Allow` lists those that it takes.',
    remedy: 'Use one of the methods in `Allow`.',
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
  'price-failed': {
    status: 422,
    title: 'The price of this call cannot be computed',
    meaning: 'The price of the product fails on this input: it would overflow or be negative, or it errs.',
    remedy: 'Try other values. If ordinary values do it too, the operator of this portal would like to know.',
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
  internal: {
    status: 500,
    title: 'Something failed on our side',
    meaning:
      'The portal met an error that it did not expect. It is logged under the request id of the answer.',
    remedy: 'Try again. If it stays, give the operator of this portal the request id.',
  },
  unavailable: {
    status: 503,
    title: 'The portal cannot answer just now',
    meaning: 'The portal is starting or stopping, or its storage is busy.',
    remedy: 'Try again after the seconds that `Retry-After` names.',
  },
  ...callProblems,
} as const satisfies Record<string, { status: number; title: string; meaning: string; remedy: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
