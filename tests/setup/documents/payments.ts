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
  text,
  whole,
} from './parts.ts';

/** Optional bodies of forms, nested deep, whose optional values may be the empty text. */
function form(properties: Json): Json {
  const encoding = Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => /"(?:object|array)"/.test(JSON.stringify(schema)))
      .map(([name]) => [name.replace(/\?$/, ''), { style: 'deepObject', explode: true }]),
  );
  const schema = object(properties, { additionalProperties: false });
  return { content: { 'application/x-www-form-urlencoded': { encoding, schema } } };
}

const line = { type: 'string', maxLength: 5000 };
const orEmpty = (schema: Json) => ({ anyOf: [schema, choice('')] });
const currency = {
  type: 'string',
  description:
    'Three-letter [ISO currency code](https://www.iso.org/iso-4217-currency-codes.html), in lowercase.',
  minLength: 3,
  maxLength: 3,
};
const amount = {
  type: 'integer',
  description: 'A positive amount in the smallest currency unit (e.g., 100 cents to charge $1.00).',
};
const metadata = orEmpty({ type: 'object', additionalProperties: { type: 'string', maxLength: 500 } });
const address = object({
  'city?': line,
  'country?': line,
  'line1?': line,
  'line2?': line,
  'postal_code?': line,
  'state?': line,
});
const shipping = object({ address, name: line, 'phone?': line });
const expand = list(line, { description: 'Specifies which fields in the response should be expanded.' });
const range = { anyOf: [object({ 'gt?': whole, 'gte?': whole, 'lt?': whole, 'lte?': whole }), whole] };

export const payments = document('3.0.3', 'Payments API', {
  'GET /v1/customers': operation('GetCustomers', 'List all customers', {
    parameters: [
      inQuery('created', range, { style: 'deepObject', explode: true }),
      inQuery('email', { type: 'string', maxLength: 512 }),
      inQuery('expand', list(line), { style: 'deepObject', explode: true }),
      inQuery('limit', whole, { description: 'Limit can range between 1 and 100, and the default is 10.' }),
    ],
  }),
  'POST /v1/customers': operation('PostCustomers', 'Create a customer', {
    requestBody: form({
      'address?': orEmpty(address),
      'balance?': { ...whole, description: 'An integer amount in cents that starts the balance.' },
      'email?': { type: 'string', maxLength: 512 },
      'expand?': expand,
      'metadata?': metadata,
      'shipping?': orEmpty(shipping),
    }),
  }),
  'POST /v1/payment_intents': operation('PostPaymentIntents', 'Create a PaymentIntent', {
    requestBody: form({
      amount,
      'capture_method?': choice('automatic', 'automatic_async', 'manual'),
      'confirm?': flag,
      currency,
      'expand?': expand,
      'mandate_data?': orEmpty(
        object({
          customer_acceptance: object({
            'accepted_at?': { type: 'integer' },
            'offline?': object({}),
            'online?': object({ ip_address: text, user_agent: line }),
            type: choice('offline', 'online'),
          }),
        }),
      ),
      'metadata?': metadata,
      'payment_method_data?': object({
        'billing_details?': object({ 'address?': orEmpty(address), 'email?': orEmpty(text), 'name?': text }),
        type: choice('card', 'sepa_debit', 'us_bank_account', 'klarna', 'link', 'pix', 'twint'),
      }),
      'shipping?': shipping,
    }),
  }),
  'POST /v1/payment_intents/{intent}/confirm': operation(
    'PostPaymentIntentsIntentConfirm',
    'Confirm a PaymentIntent',
    {
      parameters: [inPath('intent', line)],
      requestBody: form({
        'return_url?': text,
        'off_session?': { anyOf: [flag, choice('one_off', 'recurring')] },
      }),
    },
  ),
  'POST /v1/refunds': operation('PostRefunds', 'Create a refund', {
    requestBody: form({
      'amount?': whole,
      'payment_intent?': line,
      'reason?': choice('duplicate', 'fraudulent', 'requested_by_customer'),
    }),
  }),
  'POST /v1/prices': operation('PostPrices', 'Create a price', {
    requestBody: form({
      currency,
      product_data: object({ 'active?': flag, name: text, 'unit_label?': { type: 'string', maxLength: 12 } }),
      recurring: object({ interval: choice('day', 'month', 'week', 'year'), 'interval_count?': whole }),
      'unit_amount?': whole,
    }),
  }),
  'POST /v1/checkout/sessions': operation('PostCheckoutSessions', 'Create a Checkout Session', {
    requestBody: form({
      line_items: list(
        object({ price_data: object({ currency, 'unit_amount?': whole, product: line }), quantity: whole }),
        { minItems: 1 },
      ),
      mode: choice('payment', 'setup', 'subscription'),
      success_url: formatted('uri'),
    }),
  }),
  'POST /v1/accounts/{account}/persons': operation('PostAccountsAccountPersons', 'Create a person', {
    parameters: [inPath('account', line, { description: 'The account, such as `acct_1`.' })],
    requestBody: form({
      'dob?': orEmpty(object({ day: whole, month: whole, year: whole })),
      first_name: line,
      relationship: object({
        'director?': flag,
        'percent_ownership?': orEmpty({ type: 'number' }),
        'title?': line,
      }),
    }),
  }),
  'POST /v1/payouts': operation('PostPayouts', 'Create a payout', {
    requestBody: form({
      amount,
      currency,
      'destination?': text,
      'metadata?': metadata,
      'statement_descriptor?': { type: 'string', maxLength: 22 },
    }),
  }),
  'POST /v1/disputes/{dispute}/close': operation('PostDisputesDisputeClose', 'Close a dispute', {
    parameters: [inPath('dispute', line)],
    requestBody: form({ 'expand?': expand }),
  }),
});
