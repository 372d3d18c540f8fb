import { allowanceWords } from '../ledger/allowance.ts';
import { addressParameters } from '../agents/connect-lines.ts';

interface Topic {
  id: string;
  title: string;
  /** With code in backticks. */
  paragraphs: string[];
}

/** The rules that apply to all endpoints. */
export const basics: Topic[] = [
  {
    id: 'pricing',
    title: 'Pricing',
    paragraphs: [
      'Get the price of an input, then make the call with the same input. You are never charged more than the quote. A failed call is free unless the charge table of its product says otherwise.',
      'To lock in a price, send the `quote` from an estimate with `detail=full` as `Farebox-Quote`: the call costs no more than that, even if the price changes in the meantime. To set your own limit, send `Farebox-Max-Credits`: a call that could cost more is refused before it is made.',
      'To say which account a request is meant for, send its id, or `guest`, as `Farebox-Payer`, and to say which person or API key, theirs as `Farebox-Caller`. If you act for another, a call, a change or a list is refused as `other-payer`: nothing is done or charged.',
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    paragraphs: [
      `Reading the catalogue needs no authentication. To make calls with the credits of an account, send an API key as \`Authorization: Bearer fb_…\`. Without a key you call as a guest: all guests on a network share a ${allowanceWords.adjective} allowance of credits. The operator of the portal can turn guest access off.`,
      'Send the key only in this header. Requests with a key in the URL are refused, because URLs are written to logs.',
    ],
  },
  {
    id: 'retries',
    title: 'Retries',
    paragraphs: [
      'To retry a call safely, send an `Idempotency-Key` of 1 to 255 visible ASCII characters, and repeat the request with the same key if you get no response. For 24 hours you get the response of the first call, with `Idempotency-Replayed: true`, and you are charged once.',
      'When a retry can succeed, `Retry-After` says how many seconds to wait.',
    ],
  },
  {
    id: 'responses',
    title: 'Responses and receipts',
    paragraphs: [
      'A call returns the body and the content type of the API. `Farebox-Call-Id` identifies the call and `Farebox-Credits-Charged` is its cost. The receipt at `/api/calls/{id}` lists the cost line by line and is signed, so you can verify it without this portal.',
      'A successful call has status 200, whatever success status the API returned; `Farebox-Upstream-Status` has that status. With `Prefer: upstream-status`, the response itself has it, such as a 201, or a 204 without a body.',
      'Fields that the product does not know are named in `Farebox-Ignored-Fields`, on the response of a call and of an estimate, with the field that was probably meant. With `Prefer: handling=strict`, a call with such a field is refused and costs nothing. The playground, the snippets, the client package and agents do so. `Preference-Applied` names the preferences that were applied.',
      'Responses over 1 MiB and streams are charged when they end: they carry `Farebox-Credits-Held` instead, and an event stream ends with the comment `: farebox-receipt {json}`.',
    ],
  },
  {
    id: 'agents',
    title: 'Agents',
    paragraphs: [
      'Agents use the portal by the Model Context Protocol at `/mcp`, where search, prices and calls are tools. The page `/connect` has the lines for each client.',
      `Its address takes parameters: ${addressParameters.map(({ parameter, does }) => `\`${parameter}\` ${does}`).join('; ')}.`,
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    paragraphs: [
      'Every error is `application/problem+json` with a stable `code` for programs and a `detail` for people. `errors` lists the fields at fault, each with a JSON pointer or a parameter name. `type` is a page that explains the error.',
    ],
  },
];
