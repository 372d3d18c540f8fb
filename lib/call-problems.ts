/** What a call alone can meet, besides what any request can. */
export const callProblems = {
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
  'upstream-rejected': {
    status: 422,
    title: 'The API rejects the request',
    meaning:
      'The API behind the product found fault with the input. Its own status and answer stand under `upstream`.',
    remedy: 'Read what it says there, and change the input.',
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
      'The input does not fit what the product, or the endpoint, takes. The errors name each place. Nothing was charged.',
    remedy: 'Mend the places that the errors name. The playground endpoint lists the fields.',
  },
  'too-complex': {
    status: 422,
    title: 'The input is too complex to check',
    meaning:
      'Reading and checking an input may take only so much time, memory and work, whatever its schema asks for. This one went past that. Nothing was charged.',
    remedy: 'Send a smaller or flatter input: fewer levels, shorter lists, shorter texts.',
  },
  'client-gone': {
    status: 499,
    title: 'The caller went away',
    meaning:
      'The connection to the caller ended before the answer was complete. Histories show it, and a retry under the same `Idempotency-Key`.',
    remedy: 'The receipt says what it cost. To make the call again, take a new key.',
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
  'not-settled': {
    status: 503,
    title: 'The end of the call was not written down',
    meaning:
      'The API of the product was asked, but the storage of the portal failed or was busy when it answered. What was held is given back as soon as it can be.',
    remedy:
      'The receipt says what became of the call. To ask the API a second time, call again with a new key.',
  },
  'portal-stopped': {
    status: 503,
    title: 'The portal stopped during the call',
    meaning:
      'The portal was stopped, and the call did not end in the time that a stop leaves. The portal ended it. Nothing was charged.',
    remedy:
      'Call again with a new key once the portal is back. If the call has effects, check first whether the API carried it out.',
  },
  'upstream-busy': {
    status: 503,
    title: 'The API is busy',
    meaning: 'The API takes no more calls just now, or as many of this portal as it may are under way.',
    remedy: 'Try again after the seconds that `Retry-After` names.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'The API did not answer in time',
    meaning: 'The API took longer to connect, to begin or to go on than the product allows.',
    remedy: 'Try again, or ask for something that takes less time.',
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string; remedy: string }>;
