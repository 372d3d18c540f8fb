import { callProblems, type ProblemRow } from './call-problems.ts';
import { operatorProblems } from './operator-problems.ts';

/** The closed set of expected errors. Codes are for programs, texts for people. */
export const problems = {
  'malformed-json': {
    status: 400,
    title: 'Invalid JSON',
    meaning: 'The request body is not valid JSON in UTF-8. The detail has the line and column of the error.',
    remedy:
      'Check for a missing quote, bracket or comma at that position, or write the body with a JSON library.',
    nextStep: 'Send the input as a JSON object.',
  },
  'too-deep': {
    status: 400,
    title: 'JSON nested too deeply',
    meaning: 'Objects and arrays can be nested up to 64 levels deep.',
    remedy: 'Send a flatter body. If the nesting is not intended, look for an object that contains itself.',
    nextStep: 'Send a flatter input.',
  },
  'too-many-members': {
    status: 400,
    title: 'Too many JSON values',
    meaning: 'A body can have up to 250,000 values, counting each object, each array and each value in them.',
    remedy:
      'Split the data into several calls, or send it as one text such as CSV if the product accepts it.',
    nextStep: 'Split the input into several calls.',
  },
  'forbidden-key': {
    status: 400,
    title: 'JSON key not allowed',
    meaning: 'Keys that access JavaScript prototypes (`__proto__`, `constructor.prototype`) are refused.',
    remedy: 'Rename the key.',
    nextStep: 'Give the member another name.',
  },
  'duplicate-key': {
    status: 400,
    title: 'Duplicate JSON key',
    meaning:
      'An object has the same key twice. JSON parsers disagree on which one counts, so the body is ambiguous.',
    remedy: 'Send each key only once.',
    nextStep: 'Send each name in the input once.',
  },
  'invalid-number': {
    status: 400,
    title: 'Number out of range',
    meaning: 'The number is too large, or an integer beyond 2^53, and cannot be represented exactly.',
    remedy: 'Send a smaller number, or a string if the API accepts one.',
    nextStep: 'Correct the input. get_product shows what the product takes.',
  },
  'not-an-object': {
    status: 400,
    title: 'JSON object expected',
    meaning: 'The request body must be a JSON object, not an array or a single value.',
    remedy: 'Send an object; `{}` if there are no parameters.',
    nextStep: 'Send the input as a JSON object, {} for none.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    meaning:
      'A query parameter or a request header has a value that is not allowed. `errors` names it and the allowed values.',
    remedy: 'Correct the parameter, or leave it out to use its default.',
    nextStep: 'Correct the argument.',
  },
  'missing-parameter': {
    status: 400,
    title: 'Missing parameter',
    meaning: 'A required parameter is missing. `errors` names it.',
    remedy: 'Add the parameter.',
  },
  'bad-request': {
    status: 400,
    title: 'Malformed HTTP request',
    meaning: 'The request is not well-formed HTTP, or its body does not have the announced length.',
    remedy: 'Send the request with an HTTP library.',
  },
  'invalid-authorization': {
    status: 400,
    title: 'Invalid request of an agent',
    meaning:
      'An agent asks for a grant in a way that the portal refuses: its client, address or parameters are wrong.',
    remedy: 'Connect the agent again. If that does not help, tell its makers what the portal says.',
  },
  'key-in-url': {
    status: 400,
    title: 'API key in the URL',
    meaning: 'URLs are written to logs and histories, so an API key in a URL is always refused.',
    remedy: 'Revoke that key, create a new one, and send it as `Authorization: Bearer fb_…`.',
  },
  'invalid-key': {
    status: 401,
    title: 'Invalid API key',
    meaning: 'The API key is mistyped, unknown, expired or revoked.',
    remedy:
      'Send `Authorization: Bearer fb_…` with a complete, active key, or leave the header out to call as a guest.',
    nextStep: 'Tell the person that this connection needs a valid API key, or a new sign-in.',
  },
  'wrong-password': {
    status: 401,
    title: 'Wrong email address or password',
    meaning: 'No person has this email address and this password.',
    remedy:
      'Check both. If you have forgotten the password, sign in with an emailed code and choose a new one in your profile, or ask an operator for a link.',
  },
  'sign-in-required': {
    status: 401,
    title: 'Sign-in required',
    meaning: 'Only a person who has signed in with an email address can do this. API keys cannot.',
    remedy: 'Sign in at [/sign-in](/sign-in).',
  },
  'confirmation-required': {
    status: 403,
    title: 'Confirmation required',
    meaning:
      'This changes secrets, sessions, roles or credits, and the person who is signed in has not confirmed who they are in the last ten minutes.',
    remedy:
      'Send your password or a code to `POST /api/session/confirmation`, then repeat the request. The pages of the portal ask for it. In a browser in which an API key was entered, enter the key again.',
  },
  'seeing-account': {
    status: 403,
    title: 'Read-only while viewing another account',
    meaning:
      'An operator sees an account as its members do. Meanwhile the session is read-only: it cannot change anything, make calls or export lists.',
    remedy: 'Send `POST /api/operator/see-as/end`, or press End at the top of any page.',
  },
  'wrong-code': {
    status: 401,
    title: 'Wrong code',
    meaning:
      'The code is wrong, too old, or was already used. Codes of an app change every 30 seconds, and each can be used once.',
    remedy:
      'Enter the newest code of your app, or a recovery code that you have not used. If you have lost both, ask an operator.',
  },
  'wrong-passkey': {
    status: 401,
    title: 'Passkey not accepted',
    meaning:
      'The passkey is unknown here, was removed, or belongs to another person. Or its answer was already used, took more than five minutes, or came from a copy of the device.',
    remedy: 'Try again, or sign in with the password. Passkeys are added at [/profile](/profile).',
  },
  'sign-in-expired': {
    status: 410,
    title: 'Sign-in expired',
    meaning: 'A sign-in that needs a code must be completed within five minutes, and works only once.',
    remedy: 'Sign in again at [/sign-in](/sign-in).',
  },
  'link-expired': {
    status: 410,
    title: 'Link expired',
    meaning: 'A link can be used once, and only for a limited time.',
    remedy: 'Ask for a new link, or sign in at [/sign-in](/sign-in).',
    nextStep:
      'Repeat the call with the same quote or idempotency_key: it gives a new address and costs nothing.',
  },
  'session-ended': {
    status: 401,
    title: 'Session expired',
    meaning:
      'The browser is no longer signed in: 30 days have passed, it was signed out, the password was changed elsewhere, or its key expired or was revoked. Nothing was charged.',
    remedy:
      'Sign in again at [/sign-in](/sign-in). Where guests may do it, you can also repeat the request to continue as a guest.',
  },
  'account-required': {
    status: 401,
    title: 'Account required',
    meaning: 'This needs an account. You are a guest.',
    remedy: 'Sign in with an API key at [/keys](/keys), or send one as `Authorization: Bearer fb_…`.',
  },
  'key-required': {
    status: 401,
    title: 'API key required',
    meaning: 'This portal does not allow calls by guests.',
    remedy: 'Ask the operator for an API key, and send it as `Authorization: Bearer fb_…`.',
    nextStep:
      'Tell the person that calls need a sign-in or an API key here. search_products, get_product and quote_call need none.',
  },
  'cross-site': {
    status: 403,
    title: 'Cross-site request refused',
    meaning: 'A page of another site sent this request with a cookie of this portal.',
    remedy: 'Use the pages of this portal, or send an API key and no cookies.',
  },
  'account-suspended': {
    status: 403,
    title: 'Account suspended',
    meaning:
      'An operator has suspended the account. Its API keys are refused. Its members can sign in, read, and remove things, but cannot make calls or add anything. Credits and history are kept.',
    remedy: 'Ask the operator of this portal for the reason.',
    nextStep:
      'Tell the person that the account of this connection is suspended. search_products and get_product still work.',
  },
  'operator-required': {
    status: 401,
    title: 'Operator required',
    meaning:
      'Only operators of this portal can do this, and you are not signed in. The detail names the roles.',
    remedy: 'Sign in at [/sign-in](/sign-in), or send the API key of an operator.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    meaning:
      'This needs an operator, another role of an operator or in the account, or an API key without a spending limit. The detail says which.',
    remedy: 'Use another API key, or ask an owner of the account or the operator of this portal.',
    nextStep: 'Tell the person which right is missing. Do not repeat the request.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'There is no product, template, call or endpoint with this name, or it belongs to someone else.',
    remedy: 'Find products with `/api/product/list`, and endpoints in `/openapi.json`.',
    nextStep: 'search_products finds products, and list_calls your calls.',
  },
  'too-many-keys': {
    status: 409,
    title: 'Too many API keys',
    meaning: 'An account can have up to 100 active API keys.',
    remedy: 'Revoke unused keys. The list says when each one was last used.',
  },
  'last-owner': {
    status: 409,
    title: 'Last owner',
    meaning:
      'A portal and an account must always have an owner. The last owner cannot leave, be removed or get another role.',
    remedy: 'Make another person an owner first.',
  },
  'already-member': {
    status: 409,
    title: 'Member already',
    meaning:
      'You are a member of the account that the invitation is for. It can still be used by somebody else.',
    remedy: 'Switch to the account, or pass the link on to the person it is for.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The endpoint does not support this method. The `Allow` header lists the supported ones.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  'body-too-large': {
    status: 413,
    title: 'Request body too large',
    meaning: 'The body is larger than this endpoint accepts. The detail has the limit.',
    remedy: 'Send less data, or a smaller file.',
    nextStep: 'Send a smaller input. A file may be an https: address, which the portal fetches.',
  },
  'unsupported-media': {
    status: 415,
    title: 'Unsupported content type',
    meaning: 'Request bodies must be uncompressed JSON. Send files inside the JSON, as data URLs or base64.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  'price-failed': {
    status: 422,
    title: 'Price cannot be computed',
    meaning:
      'The price formula of the product fails for this input: the result is negative, too large or undefined.',
    remedy: 'Try other values. If ordinary values fail too, tell the operator of this portal.',
    nextStep: 'Try other values. If ordinary values fail too, choose another product with search_products.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'You exceeded the number of requests per minute for your key or network.',
    remedy:
      'Wait the number of seconds in `Retry-After`. The `RateLimit` header of each call says how many requests are left.',
    nextStep: 'Wait a minute before you try again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    meaning: 'The headers of a request can be up to 16 KiB in total.',
    remedy: 'Send fewer or shorter headers. Cookies are the usual cause.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'An unexpected error occurred in the portal. It is logged with the request id of this response.',
    remedy: 'Try again. If it keeps failing, give the request id to the operator of this portal.',
    nextStep: 'Try again once. If it fails again, tell the person.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    meaning:
      'The portal is starting, stopping or moving to another database, its database is busy, or a sign-in elsewhere cannot be reached.',
    remedy: 'Try again after the number of seconds in `Retry-After`.',
    nextStep: 'Try again in a few seconds.',
  },
  ...operatorProblems,
  ...callProblems,
} as const satisfies Record<string, ProblemRow>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
