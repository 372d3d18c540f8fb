import type { JsonObject } from '../json/json.ts';
import { type ProblemCode, problems } from '../problem/problems.ts';

interface Instance {
  detail: string;
  headers?: Record<string, string>;
  members?: JsonObject;
}

/** How to go on: the same after each refusal of a price. */
const wayOn: JsonObject = {
  breakdown: [{ label: 'Pages', text: '6 pages at 2 credits', credits: '12' }],
  quote:
    'fbq_WyJxM1Z0d2lKIiwiTFpjaW5wdXQiLDEyLDE3OTU2MjM5MDAwMDAsIm0xa2wiXQ.aVh0dGVzdHNpZ25hdHVyZW9mdGhlcG9ydGFsMTIzNDU2Nzg',
  expiresAt: '2026-11-25T12:15:00.000Z',
};

/** Examples for codes whose response has more than a detail. */
const instances: Partial<Record<ProblemCode, Instance>> = {
  'malformed-json': {
    detail: String.raw`Line 1, column 8: expected a comma or the end of the object, found "\"".`,
  },
  'duplicate-key': { detail: 'Line 1, column 12: the key "width" is twice in one object.' },
  'invalid-parameter': {
    detail: 'pageSize is "0"; allowed is a whole number from 1 to 100.',
    members: {
      errors: [{ parameter: 'pageSize', detail: 'pageSize is "0"; allowed is a whole number from 1 to 100' }],
    },
  },
  'missing-parameter': {
    detail: 'The id is missing: send ?id= with the id or slug of a product.',
    members: { errors: [{ parameter: 'id', detail: 'id is required' }] },
  },
  'method-not-allowed': {
    detail: 'This endpoint supports POST, OPTIONS.',
    headers: { allow: 'POST, OPTIONS' },
  },
  'insufficient-credits': {
    detail: 'The call needs 12 credits, but only 5 are available.',
    headers: { 'farebox-credits-charged': '0', 'farebox-credits-balance': '5' },
    members: {
      balance: 5,
      required: 12,
      shortfall: 7,
      creditsUrl: 'https://shop.example.com/credits',
      ...wayOn,
    },
  },
  'other-payer': {
    detail:
      'Since this page was shown, someone signed in or out, or changed the account to Acme. Nothing was done or charged. Check who is signed in now, then repeat this.',
    members: { payer: 'acc_4yn2q8x7c6t5v9bd' },
  },
  'approval-required': {
    detail:
      'Calls of credit-report need the approval of an operator. Ask for it beside the price on its page, or with POST /api/approvals.',
    headers: { 'farebox-credits-charged': '0' },
    members: { approval: 'none', product: 'credit-report' },
  },
  'terms-required': {
    detail:
      'An owner or admin of your account has to accept “Terms of use” (version 3) before it calls credit-report: on the page of the product. Read it at https://portal.example.com/pages/terms.',
    headers: { 'farebox-credits-charged': '0' },
    members: {
      product: 'credit-report',
      terms: {
        ...{ page: 'terms', title: 'Terms of use', version: 3, accepted: null, mayAccept: false },
        url: 'https://portal.example.com/pages/terms',
      },
    },
  },
  'over-cap': {
    detail:
      'The API key "Laptop" can spend 100 credits per day. 96 are spent or on hold, and this call needs 12. Owners and admins of the account can raise the limit.',
    headers: { 'farebox-credits-charged': '0' },
    members: {
      cap: 100,
      spent: 96,
      required: 12,
      period: 'day',
      limitOf: { kind: 'key', id: 'key_m7dq2xk5vtn8c3hw', name: 'Laptop' },
      balance: 480,
      shortfall: 8,
      resetsAt: '2026-11-26T00:00:00.000Z',
      ...wayOn,
    },
  },
  'quote-required': {
    detail: 'A call of scan costs up to 40 credits.',
    headers: { 'farebox-credits-charged': '0' },
    members: { maximum: 40 },
  },
  'price-not-agreed': {
    detail: 'This call costs up to 120 credits, and more than 100 need an agreement. Nothing was charged.',
    members: { required: 120, quote: wayOn['quote'] ?? '', expiresAt: wayOn['expiresAt'] ?? '' },
  },
  'file-not-fetched': {
    detail: 'The file of /picture cannot be fetched. It answers with 404.',
    members: {
      errors: [
        {
          pointer: '/picture',
          detail: 'the file at https://example.com/a.png cannot be fetched. It answers with 404.',
        },
      ],
    },
  },
  'over-max-credits': {
    detail: 'This call costs up to 12 credits, but Farebox-Max-Credits is 5.',
    headers: { 'farebox-credits-charged': '0' },
    members: { required: 12, maximum: 5, shortfall: 7, ...wayOn },
  },
  validation: {
    detail: 'The input is invalid: correct 2 fields.',
    headers: { 'farebox-credits-charged': '0' },
    members: {
      errors: [
        { pointer: '/text', detail: 'is required' },
        { pointer: '/size', detail: 'must be an integer' },
      ],
    },
  },
  'rate-limited': {
    detail: 'The limit is 600 requests of this kind per minute. Try again in 17 s.',
    headers: { 'retry-after': '17' },
  },
  'upstream-rejected': {
    detail: 'The API rejected the request with status 400.',
    headers: { 'farebox-credits-charged': '0' },
    members: { upstream: { status: 400, body: { message: 'unknown colour: burgandy' } } },
  },
  'upstream-busy': {
    detail: 'The API is busy. Try again in 5 seconds.',
    headers: { 'retry-after': '5', 'farebox-credits-charged': '0' },
  },
  unavailable: { detail: 'The database does not respond.', headers: { 'retry-after': '5' } },
};

export interface ProblemExample {
  headers: Record<string, string>;
  body: JsonObject;
}

/** An example response with this code. */
export function problemExample(code: ProblemCode): ProblemExample {
  const { status, title } = problems[code];
  const { detail, headers = {}, members = {} } = instances[code] ?? { detail: `${title}.` };
  return {
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: {
      type: `/problems/${code}`,
      title,
      status,
      detail,
      code,
      requestId: '1b0c8a52-6f1e-4f6e-9d57-0d6a3f2c9e11',
      ...members,
    },
  };
}
