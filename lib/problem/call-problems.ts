export interface ProblemRow {
  status: number;
  title: string;
  meaning: string;
  remedy: string;
  /** What a model does next, by tools and arguments: remedies are for people and programs. CALL is the id of its call. */
  nextStep?: string;
  /** Where it is met, if not as the refusal of a call over HTTP. */
  where?: 'agents' | 'history';
}

const repeatForResult =
  'Then repeat this request unchanged: it returns the result of the call, and nothing more is charged.';
const laterAgain =
  'Try again later, with a new quote or idempotency_key. If it keeps failing, choose another product with search_products, or tell the person.';
const findOut =
  'get_call with call_id CALL says what happened to the call. Before you call again with a new quote or idempotency_key, find out whether it took effect.';
const newCall = 'Call again with a new quote or idempotency_key';

/** Errors that only calls have. */
export const callProblems = {
  'idempotency-key-invalid': {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    meaning: 'An `Idempotency-Key` must be 1 to 255 visible ASCII characters.',
    remedy: 'Send a UUID, or leave the header out.',
    nextStep: 'Send another idempotency_key, such as a UUID.',
  },
  'quote-invalid': {
    status: 400,
    title: 'Invalid quote',
    meaning:
      '`Farebox-Quote` takes the `quote` of an estimate with `detail=full`. This one was changed, or comes from another portal.',
    remedy: 'Get a new quote and send it unchanged.',
    nextStep: 'Copy the quote as quote_call returned it, or get a new one.',
  },
  'insufficient-credits': {
    status: 402,
    title: 'Not enough credits',
    meaning:
      'Your available credits do not cover the quote of this call, which is held while the call runs. Nothing was charged.',
    remedy:
      'Try a cheaper input, wait for running calls to end, or get more credits: `shortfall` says how many are missing, `creditsUrl` where to buy them if the operator has set it, and `resetsAt` when the allowance of guests is refilled. Until `expiresAt`, the `quote` holds the price.',
    nextStep:
      'Make the call cheaper, or tell the person that the account needs credits. get_credits shows the balance.',
  },
  'file-not-fetched': {
    status: 422,
    where: 'agents',
    title: 'File not fetched',
    meaning:
      'A field of the input names a file by an address, and it could not be fetched. `errors` says which field, and why. Nothing was charged.',
    remedy:
      'Give an address on the public internet that anybody can read, or send the file itself as a data URL.',
    nextStep: 'Give an https: address that anybody can read, or the file itself as a data: URL.',
  },
  'approval-required': {
    status: 403,
    title: 'Approval needed',
    meaning:
      'An operator of the portal has to approve each account that calls this product. `approval` says whether your account has asked: `none`, `open`, `declined` or `withdrawn`. Nothing was charged.',
    remedy:
      'Ask on the page of the product, or with `POST /api/approvals` and a reason. You get the decision by email, and with the event `approval.decided`. Guests sign in first.',
    nextStep:
      'Tell the person that the product needs approval, which they ask for on its page. Do not call it again before.',
  },
  'terms-required': {
    status: 403,
    title: 'Terms not accepted',
    meaning:
      'An account has to accept the terms of this product before it calls it. `terms` says which page and version, where it is, and whether you may accept it. Nothing was charged.',
    remedy:
      'An owner or admin of the account reads and accepts them on the page of the product, or with `POST /api/terms` after signing in. Guests sign in first.',
    nextStep:
      'Tell the person that an owner or admin of the account has to read and accept these terms, on the page of the product; no tool accepts them. Do not call the product again before.',
  },
  'over-cap': {
    status: 402,
    title: 'Spending limit reached',
    meaning:
      'This call would exceed the daily, monthly or total spending limit of the API key, of the member whose key it is, or of the whole account. Nothing was charged. `limitOf` says whose limit it is, and `shortfall` by how much the call would exceed it.',
    remedy:
      'Wait for the next day or month, which begins at `resetsAt`, or ask for a higher limit: ask an owner or admin of the account, or the operator of this portal for the limit of a whole account.',
    nextStep: 'Tell the person which limit was reached. Do not try again with the same limit.',
  },
  'quote-required': {
    status: 402,
    where: 'agents',
    title: 'Quote or limit required',
    meaning:
      'To call a product that costs credits, an agent must send a quote or the most that the call may cost. Nothing was charged.',
    remedy: 'Get a quote with `quote_call` and send it with the call, or send `max_credits`.',
    nextStep:
      'Get a quote with quote_call, which is free, and send it as quote; or send the most that you will pay as max_credits.',
  },
  'price-not-agreed': {
    status: 402,
    where: 'agents',
    title: 'Price not agreed',
    meaning:
      'An agent can make a call at this price only after the person it works for has agreed. Nothing was charged. Clients that can ask show a question; `ask-above` in the address of `/mcp` says from which price on.',
    remedy:
      'If you agree, let the agent repeat the call. If its client cannot ask you, it sends the `quote` of this response.',
    nextStep:
      'Do not make this call unless the person wants it. If they do and were not asked, repeat it with the quote.',
  },
  'over-max-credits': {
    status: 402,
    title: 'Price above your limit',
    meaning: 'The price of this input is above `Farebox-Max-Credits`. Nothing was charged.',
    remedy:
      'Raise the limit or change the input. `breakdown` has the lines of the price, and the `quote` holds it until `expiresAt`.',
    nextStep: 'Make the call cheaper, or ask the person for a higher limit.',
  },
  'call-in-flight': {
    status: 409,
    title: 'The same call is still running',
    meaning: 'A call with this `Idempotency-Key` has started and not ended yet.',
    remedy: 'Send the same request again in a moment to get the response of the first.',
    nextStep: `get_call with call_id CALL waits for its end. ${repeatForResult}`,
  },
  'outcome-unknown': {
    status: 409,
    title: 'Outcome unknown',
    meaning:
      'The portal stopped during the call. The held credits were released, nothing was charged, and the call is not repeated with this key.',
    remedy: 'Check with the API whether the call took effect before you call again with a new key.',
    nextStep: findOut,
  },
  'product-offline': {
    status: 409,
    title: 'Product offline',
    meaning:
      'The operator has taken the product out of service. Its pages remain, but it cannot be called. Nothing was charged.',
    remedy: 'Choose another product, or ask the operator of this portal.',
    nextStep: 'Choose another product with search_products.',
  },
  'other-payer': {
    status: 409,
    title: 'Meant for another',
    meaning:
      '`Farebox-Payer` names the account that a request is meant for, or `guest`, and `Farebox-Caller` the person or API key, but you are another, whose credits a call would spend: someone signed in or out, or changed the account, since the page was shown. `payer` is for whom it would be now. Nothing was done or charged.',
    remedy: 'Check who is signed in, then repeat the request.',
  },
  'quote-expired': {
    status: 409,
    title: 'Quote expired',
    meaning: 'A quote is valid for 15 minutes. Nothing was charged.',
    remedy: 'Get a new quote. The price may have changed.',
    nextStep: 'Get a new quote with quote_call, then call with it.',
  },
  'quote-mismatch': {
    status: 409,
    title: 'Quote for another call',
    meaning: 'A quote is valid for one product and one input. Nothing was charged.',
    remedy: 'Get a quote for this input.',
    nextStep: 'Get a quote for this product and this input with quote_call, then call with both unchanged.',
  },
  'replay-unavailable': {
    status: 409,
    title: 'Response not stored',
    meaning:
      'The call with this `Idempotency-Key` has ended, but its response is not stored. Streams, responses over 1 MiB (16 MiB for agents) and responses beyond your storage limit are not stored.',
    remedy: 'See its receipt. To get the response again, call with a new key.',
    nextStep: `get_call with call_id CALL has its receipt. To get a result, make another call, which is charged again: ${newCall.toLowerCase()}.`,
  },
  'upstream-rejected': {
    status: 422,
    title: 'The API rejected the request',
    meaning: 'The API returned a client error (4xx). `upstream` has its status and body.',
    remedy: 'Read the response of the API and change the input.',
    nextStep: `Read what the API said and change the input. ${newCall}.`,
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency-Key already used',
    meaning: 'This `Idempotency-Key` was used for a call of this product with another input.',
    remedy: 'Use a new key for a new call.',
    nextStep:
      'For another call, send a new quote or idempotency_key. For the result of call CALL, send the arguments of that call.',
  },
  'nothing-at-offset': {
    status: 422,
    where: 'agents',
    title: 'Nothing at this offset',
    meaning:
      'With a quote and an `offset`, an agent continues to read the result of an earlier call. There is no such call, or its result ends before the offset. Nothing was charged.',
    remedy:
      'Make the call without `offset`. If its result is cut off, it says the offset at which to continue.',
    nextStep:
      'Send as offset the number that the end of the result named, with the same quote or idempotency_key and input. Without an offset, the call is made.',
  },
  validation: {
    status: 422,
    title: 'Invalid input',
    meaning:
      'The input does not match the fields of the product or the endpoint. `errors` names each invalid field. Nothing was charged.',
    remedy: 'Correct the fields in `errors`. The playground endpoint lists all fields.',
    nextStep:
      'Correct these fields. The schema of the tool says what it takes; get_product shows the input of a product.',
  },
  'too-complex': {
    status: 422,
    title: 'Input too complex',
    meaning: 'Validating this input exceeded the limits for time, memory or work. Nothing was charged.',
    remedy: 'Send a smaller or flatter input, with fewer levels, shorter lists or shorter texts.',
    nextStep: 'Send a smaller or flatter input, with fewer levels, shorter lists or shorter texts.',
  },
  'client-gone': {
    status: 499,
    where: 'history',
    title: 'Caller disconnected',
    meaning:
      'The connection of the caller closed before the response was complete. This code appears in the call history and in a retry with the same `Idempotency-Key`.',
    remedy: 'See the receipt for the charge. To repeat the call, use a new key.',
  },
  'upstream-auth': {
    status: 502,
    title: 'This portal has no working credential for the API',
    meaning:
      'The credential that this portal uses for the API is missing or was refused. Your own API key is fine.',
    remedy: 'Tell the operator of this portal. You cannot fix this with another request.',
    nextStep: 'No other input helps. Tell the person, or choose another product with search_products.',
  },
  'upstream-redirect': {
    status: 502,
    title: 'The API redirected the request',
    meaning:
      'The API returned a redirect. The portal does not follow redirects, because their targets are not verified.',
    remedy: 'Tell the operator of this portal: the address of the API needs an update.',
    nextStep: 'No other input helps. Tell the person, or choose another product with search_products.',
  },
  'upstream-failed': {
    status: 502,
    title: 'The API failed',
    meaning:
      'The API could not be reached, returned a server error (5xx) or closed the connection early. `upstream` has its status and body, if there are any.',
    remedy: 'Try again later. If it keeps failing, tell the operator of this portal.',
    nextStep: laterAgain,
  },
  'upstream-too-large': {
    status: 502,
    title: 'Response of the API too large',
    meaning:
      'The response exceeds the limit of the product, which `playground?detail=full` lists, or the 16 MiB that agents get.',
    remedy: 'Request less, for example fewer rows or a smaller image.',
    nextStep: `Ask for less, for example fewer rows or a smaller image. ${newCall}.`,
  },
  'upstream-unreadable': {
    status: 502,
    title: 'Response of the API cannot be metered',
    meaning:
      'The price depends on the usage that the API reports, and its response is not the expected JSON.',
    remedy: 'Try again. If it keeps failing, tell the operator of this portal.',
    nextStep: laterAgain,
  },
  'egress-blocked': {
    status: 502,
    title: 'Connection to the API blocked',
    meaning: 'The API of the product has a private address that the operator has not allowed.',
    remedy: 'Tell the operator of this portal, who can allow the address in the console.',
    nextStep: 'No other input helps. Tell the person, or choose another product with search_products.',
  },
  'not-settled': {
    status: 503,
    title: 'Outcome not recorded',
    meaning:
      'The API was called, but the database of the portal failed or was busy when the response arrived. The held credits are released as soon as possible.',
    remedy: 'See the receipt for the outcome. To repeat the call, use a new key.',
    nextStep: findOut,
  },
  'portal-stopped': {
    status: 503,
    title: 'The portal stopped during the call',
    meaning: 'The portal was shut down before the call ended, and cancelled it. Nothing was charged.',
    remedy:
      'Call again with a new key when the portal is back. If the call has side effects, first check whether it took effect.',
    nextStep: findOut,
  },
  'upstream-busy': {
    status: 503,
    title: 'The API is busy',
    meaning:
      'The API is rate limiting this portal (429), or the portal already has its maximum of calls to it running. `upstream` has the status and body of the API, if there are any.',
    remedy: 'Try again after the seconds that `Retry-After` names.',
    nextStep: `The API is busy. Wait a minute. ${newCall}.`,
  },
  'upstream-timeout': {
    status: 504,
    title: 'The API timed out',
    meaning:
      'The API exceeded a time limit of the product for connecting, starting its response or continuing it.',
    remedy: 'Try again, or send a request that takes less time.',
    nextStep: `Send an input that takes less time, or try again later. ${newCall}.`,
  },
} as const satisfies Record<string, ProblemRow>;

export type CallProblemCode = keyof typeof callProblems;

/** Guaranteed by `Object.keys` of a constant object. */
function codesOfCalls(): CallProblemCode[] {
  return Object.keys(callProblems) as CallProblemCode[];
}

export const callProblemCodes = codesOfCalls();

/** Those that a call over HTTP is refused with. */
export const codesOverHttp = callProblemCodes.filter((code) => {
  const { where }: ProblemRow = callProblems[code];
  return where === undefined;
});
