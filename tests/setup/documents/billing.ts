import {
  document,
  flag,
  inPath,
  inQuery,
  type Json,
  jsonBody,
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
  FlatPrice: object({ flat_amount: money }, ['flat_amount'], closed),
  UnitPrice: object(
    { unit_amount: money, unit: { type: 'string', maxLength: 20 } },
    ['unit_amount', 'unit'],
    closed,
  ),
  TierPrice: object(
    {
      tiers: list(
        object({ first_unit: { type: 'integer', minimum: 0 }, unit_amount: money }, [
          'first_unit',
          'unit_amount',
        ]),
        { minItems: 1 },
      ),
    },
    ['tiers'],
    closed,
  ),
  Price: oneOf(ref('FlatPrice'), ref('UnitPrice'), ref('TierPrice')),
  Discount: oneOf(
    object({ percent: { type: 'number', minimum: 0, maximum: 100 } }, ['percent'], {
      title: 'Percentage',
      ...closed,
    }),
    object({ amount: money, currency: ref('Currency') }, ['amount', 'currency'], {
      title: 'Amount',
      ...closed,
    }),
  ),
  Currency: { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' },
  Address: object(
    {
      line1: text,
      city: text,
      postal_code: text,
      country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' },
    },
    ['line1', 'city', 'country'],
  ),
  Customer: object(
    {
      name: { type: 'string', minLength: 1 },
      email: { type: 'string', format: 'email' },
      billing_address: ref('Address'),
      tax_id: object(
        {
          country: { type: 'string', enum: ['AT', 'BE', 'DE', 'FR', 'IT', 'NL', 'PL'] },
          value: { type: 'string', minLength: 5 },
        },
        ['country', 'value'],
      ),
    },
    ['name', 'email'],
  ),
};
const version = {
  name: 'X-Version',
  in: 'header',
  required: true,
  schema: { type: 'string', enum: ['2026-11-01'] },
};

export const billing = document(
  '3.0.3',
  'Billing & Subscriptions API',
  {
    '/customers': {
      post: operation('createCustomer', 'Create customer', { requestBody: jsonBody(ref('Customer')) }),
    },
    '/plans': {
      post: operation('createPlan', 'Create plan', {
        parameters: [version],
        requestBody: jsonBody(
          object(
            {
              name: text,
              currency: ref('Currency'),
              cadence: { type: 'string', enum: ['one_time', 'monthly', 'quarterly', 'annual'] },
              prices: list(ref('Price'), { minItems: 1 }),
              net_terms: { type: 'integer', minimum: 0, default: 0 },
            },
            ['name', 'currency', 'cadence', 'prices'],
          ),
        ),
      }),
    },
    '/subscriptions': {
      post: operation('createSubscription', 'Create subscription', {
        requestBody: jsonBody(
          object(
            {
              customer: oneOf({ type: 'string', title: 'ID of a customer' }, ref('Customer')),
              items: list(
                object(
                  {
                    plan_id: { type: 'string', format: 'uuid' },
                    quantity: { type: 'integer', minimum: 1, default: 1 },
                  },
                  ['plan_id'],
                ),
                { minItems: 1 },
              ),
              trial: oneOf(
                object({ end_date: { type: 'string', format: 'date' } }, ['end_date'], closed),
                object({ days: { type: 'integer', minimum: 1, maximum: 365 } }, ['days'], closed),
              ),
              discount: ref('Discount'),
              start: { type: 'string', format: 'date' },
            },
            ['customer', 'items', 'trial', 'discount'],
          ),
        ),
      }),
      get: operation('listSubscriptions', 'List subscriptions', {
        parameters: [
          inQuery('customer_id', list(text)),
          inQuery('status', { type: 'string', enum: ['active', 'ended', 'upcoming'] }),
          inQuery('created_at[gte]', { type: 'string', format: 'date-time' }),
        ],
      }),
    },
    '/subscriptions/{id}/cancel': {
      post: operation('cancelSubscription', 'Cancel subscription', {
        parameters: [inPath('id', { type: 'string', format: 'uuid' })],
        requestBody: jsonBody(
          object(
            {
              when: oneOf(
                { type: 'string', enum: ['now', 'end_of_term'] },
                { type: 'string', format: 'date-time' },
              ),
              reason: text,
            },
            ['when'],
          ),
        ),
      }),
    },
    '/coupons': {
      post: operation('createCoupon', 'Create coupon', {
        requestBody: jsonBody(
          object(
            {
              code: { type: 'string', pattern: '^[A-Z0-9]{4,12}$' },
              discount: ref('Discount'),
              duration_months: { type: 'integer', minimum: 1, exclusiveMinimum: true },
            },
            ['code', 'discount', 'duration_months'],
          ),
        ),
      }),
    },
    '/usage': {
      post: operation('reportUsage', 'Report usage', {
        requestBody: jsonBody(
          object(
            {
              events: list(
                object(
                  {
                    customer: text,
                    timestamp: { type: 'string', format: 'date-time' },
                    properties: { type: 'object', additionalProperties: { type: 'number' } },
                  },
                  ['customer', 'timestamp', 'properties'],
                ),
                { minItems: 1, maxItems: 500 },
              ),
            },
            ['events'],
          ),
        ),
      }),
    },
    '/invoices/{id}/pay': {
      post: operation('payInvoice', 'Pay invoice', {
        parameters: [inPath('id')],
        requestBody: jsonBody(
          object(
            {
              payment: oneOf(
                object({ shared_token: text }, ['shared_token'], closed),
                object(
                  {
                    card: object(
                      {
                        number: { type: 'string', pattern: '^\\d{16}$' },
                        exp_month: { type: 'integer', minimum: 1, maximum: 12 },
                        exp_year: { type: 'integer', minimum: 2026 },
                        cvc: { type: 'string', format: 'password', pattern: '^\\d{3,4}$' },
                      },
                      ['number', 'exp_month', 'exp_year', 'cvc'],
                    ),
                  },
                  ['card'],
                  closed,
                ),
              ),
              received: flag,
            },
            ['payment'],
          ),
          false,
        ),
      }),
    },
    '/credit_notes': {
      post: operation('createCreditNote', 'Create credit note', {
        requestBody: jsonBody(
          object(
            {
              lines: list(object({ invoice_line_id: text, amount: money }, ['invoice_line_id', 'amount']), {
                minItems: 1,
              }),
              reason: {
                type: 'string',
                enum: ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'],
              },
            },
            ['lines', 'reason'],
          ),
        ),
      }),
    },
    '/customers/{id}/balance': {
      post: operation('adjustBalance', 'Adjust balance', {
        parameters: [inPath('id', { type: 'string', format: 'uuid' })],
        requestBody: jsonBody({
          allOf: [
            object(
              {
                entry_type: { type: 'string', enum: ['increment', 'decrement'] },
                amount: { type: 'number', minimum: 0 },
              },
              ['entry_type', 'amount'],
            ),
            {
              anyOf: [
                object({ expiry_date: { type: 'string', format: 'date' } }, ['expiry_date']),
                object({ block_id: text }, ['block_id']),
              ],
            },
          ],
        }),
      }),
    },
    '/alerts/{id}': {
      put: operation('setAlert', 'Set alert', {
        parameters: [inPath('id', whole)],
        requestBody: jsonBody(
          object(
            {
              thresholds: list({ type: 'number', minimum: 0 }, { minItems: 1, uniqueItems: true }),
              enabled: flag,
            },
            ['thresholds', 'enabled'],
          ),
        ),
      }),
    },
  },
  { schemas },
);
