import {
  choice,
  document,
  flag,
  formatted,
  inPath,
  inQuery,
  type Json,
  list,
  object,
  operation,
  ref,
  text,
  whole,
} from './parts.ts';

const oneOf = (...branches: Json[]) => ({ oneOf: branches });
const money = { type: 'string', pattern: '^\\d+(\\.\\d{1,4})?$', description: 'A decimal amount.' };
const closed = { additionalProperties: false };

/** Unions that nothing but their structure tells apart. */
const schemas = {
  FlatPrice: object({ flat_amount: money }, closed),
  UnitPrice: object({ unit_amount: money, unit: { type: 'string', maxLength: 20 } }, closed),
  TierPrice: object(
    {
      tiers: list(object({ first_unit: { type: 'integer', minimum: 0 }, unit_amount: money }), {
        minItems: 1,
      }),
    },
    closed,
  ),
  Price: oneOf(ref('FlatPrice'), ref('UnitPrice'), ref('TierPrice')),
  Discount: oneOf(
    object({ percent: { type: 'number', minimum: 0, maximum: 100 } }, { title: 'Percentage', ...closed }),
    object({ amount: money, currency: ref('Currency') }, { title: 'Amount', ...closed }),
  ),
  Currency: { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' },
  Address: object({
    line1: text,
    city: text,
    'postal_code?': text,
    country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' },
  }),
  Customer: object({
    name: { type: 'string', minLength: 1 },
    email: formatted('email'),
    'billing_address?': ref('Address'),
    'tax_id?': object({
      country: choice('AT', 'BE', 'DE', 'FR', 'IT', 'NL', 'PL'),
      value: { type: 'string', minLength: 5 },
    }),
  }),
};
const version = { name: 'X-Version', in: 'header', required: true, schema: choice('2026-11-01') };

export const billing = document(
  '3.0.3',
  'Billing & Subscriptions API',
  {
    'POST /customers': operation('createCustomer', 'Create customer', {
      body: ref('Customer'),
    }),
    'POST /plans': operation('createPlan', 'Create plan', {
      parameters: [version],
      body: object({
        name: text,
        currency: ref('Currency'),
        cadence: choice('one_time', 'monthly', 'quarterly', 'annual'),
        prices: list(ref('Price'), { minItems: 1 }),
        'net_terms?': { type: 'integer', minimum: 0, default: 0 },
      }),
    }),
    'POST /subscriptions': operation('createSubscription', 'Create subscription', {
      body: object({
        customer: oneOf({ type: 'string', title: 'ID of a customer' }, ref('Customer')),
        items: list(
          object({ plan_id: formatted('uuid'), 'quantity?': { type: 'integer', minimum: 1, default: 1 } }),
          { minItems: 1 },
        ),
        trial: oneOf(
          object({ end_date: formatted('date') }, closed),
          object({ days: { type: 'integer', minimum: 1, maximum: 365 } }, closed),
        ),
        discount: ref('Discount'),
        'start?': formatted('date'),
      }),
    }),
    'GET /subscriptions': operation('listSubscriptions', 'List subscriptions', {
      parameters: [
        inQuery('customer_id', list(text)),
        inQuery('status', choice('active', 'ended', 'upcoming')),
        inQuery('created_at[gte]', formatted('date-time')),
      ],
    }),
    'POST /subscriptions/{id}/cancel': operation('cancelSubscription', 'Cancel subscription', {
      parameters: [inPath('id', formatted('uuid'))],
      body: object({ when: oneOf(choice('now', 'end_of_term'), formatted('date-time')), 'reason?': text }),
    }),
    'POST /coupons': operation('createCoupon', 'Create coupon', {
      body: object({
        code: { type: 'string', pattern: '^[A-Z0-9]{4,12}$' },
        discount: ref('Discount'),
        duration_months: { type: 'integer', minimum: 1, exclusiveMinimum: true },
      }),
    }),
    'POST /usage': operation('reportUsage', 'Report usage', {
      body: object({
        events: list(
          object({
            customer: text,
            timestamp: formatted('date-time'),
            properties: { type: 'object', additionalProperties: { type: 'number' } },
          }),
          { minItems: 1, maxItems: 500 },
        ),
      }),
    }),
    'POST /invoices/{id}/pay': operation('payInvoice', 'Pay invoice', {
      parameters: [inPath('id')],
      'body?': object({
        payment: oneOf(
          object({ shared_token: text }, closed),
          object(
            {
              card: object({
                number: { type: 'string', pattern: '^\\d{16}$' },
                exp_month: { type: 'integer', minimum: 1, maximum: 12 },
                exp_year: { type: 'integer', minimum: 2026 },
                cvc: { type: 'string', format: 'password', pattern: '^\\d{3,4}$' },
              }),
            },
            closed,
          ),
        ),
        'received?': flag,
      }),
    }),
    'POST /credit_notes': operation('createCreditNote', 'Create credit note', {
      body: object({
        lines: list(object({ invoice_line_id: text, amount: money }), { minItems: 1 }),
        reason: choice('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
      }),
    }),
    'POST /customers/{id}/balance': operation('adjustBalance', 'Adjust balance', {
      parameters: [inPath('id', formatted('uuid'))],
      body: {
        allOf: [
          object({ entry_type: choice('increment', 'decrement'), amount: { type: 'number', minimum: 0 } }),
          { anyOf: [object({ expiry_date: formatted('date') }), object({ block_id: text })] },
        ],
      },
    }),
    'PUT /alerts/{id}': operation('setAlert', 'Set alert', {
      parameters: [inPath('id', whole)],
      body: object({
        thresholds: list({ type: 'number', minimum: 0 }, { minItems: 1, uniqueItems: true }),
        enabled: flag,
      }),
    }),
  },
  { schemas },
);
