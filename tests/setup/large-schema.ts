import type { JsonObject } from '../../lib/json/json.ts';

const words = 'billing shipping customer payment invoice refund dispute payout transfer mandate'.split(' ');

/** An operation as large APIs have them: required fields last, many optional groups, nested groups, flat options. */
export function largeSchema(groups = 25, fieldsOfGroup = 6): JsonObject {
  const properties: JsonObject = {};
  for (let index = 0; index < groups; index += 1) {
    const name = `${words[index % words.length]}_details_${index}`;
    const inner = Array.from({ length: fieldsOfGroup }, (_, at): [string, JsonObject] => [
      `field_${at}`,
      { type: 'string', description: `What field ${at} of ${name} is for.` },
    ]);
    properties[name] = {
      type: 'object',
      description: `The ${name.replaceAll('_', ' ')} of the payment.`,
      properties: {
        ...Object.fromEntries(inner),
        country_code: { type: 'string', minLength: 2, maxLength: 2 },
      },
      required: ['country_code'],
    };
  }
  for (const name of ['shopper_email', 'shopper_locale', 'shopper_name', 'channel', 'note', 'origin'])
    properties[name] = { type: 'string', description: `The ${name.replace('_', ' ')}.` };
  for (const name of ['statement', 'store', 'session', 'risk', 'partner'])
    properties[name] = { type: 'string', description: `The ${name}.` };
  return {
    type: 'object',
    required: ['amount', 'reference'],
    properties: {
      ...properties,
      tip: { type: 'integer', description: 'Adds to the price.' },
      amount: {
        type: 'object',
        required: ['currency', 'value'],
        properties: { currency: { type: 'string' }, value: { type: 'integer' } },
      },
      reference: { type: 'string' },
    },
  };
}
