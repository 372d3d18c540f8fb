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
} from './parts.ts';

const phone = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$', description: 'In E.164 format.' };
const id = inPath('id', { type: 'string', pattern: '^[A-Z]{2}[0-9a-f]{32}$' });
const mailbox = object({ email: formatted('email'), 'name?': text });
const channel = (properties: Json) => object({ channel: text, ...properties });

const schemas = {
  Sms: channel({ to: phone, body: { type: 'string', minLength: 1, maxLength: 1600 } }),
  Email: channel({ to: mailbox, subject: { type: 'string', minLength: 1 }, 'html?': formatted('html') }),
  Push: channel({ device: formatted('uuid'), title: text, 'badge?': { type: 'integer', minimum: 0 } }),
};

export const messaging = document(
  '3.0.1',
  'Messaging API',
  {
    'GET /messages': operation('listMessages', 'List messages', {
      parameters: [
        inQuery('to', phone),
        inQuery('sentAfter', formatted('date-time')),
        inQuery('status', list(choice('queued', 'sent', 'delivered', 'failed'))),
      ],
    }),
    'POST /messages': operation('sendMessage', 'Send a message', {
      body: {
        oneOf: [ref('Sms'), ref('Email'), ref('Push')],
        discriminator: {
          propertyName: 'channel',
          mapping: {
            sms: '#/components/schemas/Sms',
            email: '#/components/schemas/Email',
            push: '#/components/schemas/Push',
          },
        },
      },
    }),
    'GET /messages/{id}': operation('fetchMessage', 'Fetch a message', {
      parameters: [id],
    }),
    'DELETE /messages/{id}': operation('deleteMessage', 'Delete a message', {
      parameters: [id],
    }),
    'POST /mail/send': operation('sendMail', 'Send an email', {
      body: object({
        personalizations: list(
          object({ to: list(mailbox, { minItems: 1 }), 'send_at?': { type: 'integer', format: 'int64' } }),
          { minItems: 1, maxItems: 1000 },
        ),
        from: mailbox,
        subject: { type: 'string', minLength: 1 },
        content: list(
          object({
            type: { type: 'string', minLength: 1, example: 'text/plain' },
            value: { type: 'string', minLength: 1 },
          }),
          { minItems: 1 },
        ),
        'categories?': list({ type: 'string', maxLength: 255 }, { uniqueItems: true, maxItems: 10 }),
        'mail_settings?': object({ 'sandbox_mode?': object({ 'enable?': flag }) }),
      }),
    }),
    'POST /templates': operation('createTemplate', 'Create a template', {
      body: object({
        name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 60 },
        language: { type: 'string', pattern: '^[a-z]{2}(_[A-Z]{2})?$', example: 'en_GB' },
        category: choice('AUTHENTICATION', 'MARKETING', 'UTILITY'),
        'variables?': { type: 'object', additionalProperties: text },
        types: object({
          'text?': object({ body: text }),
          'media?': object({ 'urls?': list(formatted('uri')) }),
        }),
      }),
    }),
    'POST /webhooks': operation('createWebhook', 'Create a webhook', {
      body: object({
        url: { type: 'string', format: 'uri', pattern: '^https://' },
        events: list(
          choice('message.sent', 'message.delivered', 'message.failed', 'message.read', 'opt.out'),
          { minItems: 1, uniqueItems: true },
        ),
        secret: { type: 'string', format: 'password', minLength: 16 },
      }),
    }),
    'POST /campaigns/{campaign_id}/schedule': operation('scheduleCampaign', 'Schedule a campaign', {
      parameters: [
        inPath('campaign_id', formatted('uuid')),
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', minLength: 8, maxLength: 64 },
        },
      ],
      body: object({
        start_at: formatted('date-time'),
        timezone: { type: 'string', example: 'Europe/Berlin' },
        quiet_hours: object({
          from: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
          to: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
        }),
      }),
    }),
    'POST /contacts/import': operation('importContacts', 'Import contacts', {
      body: object({
        contacts: list(
          object({
            email: formatted('email'),
            'first_name?': { type: 'string', maxLength: 50 },
            consent: flag,
          }),
          { minItems: 2 },
        ),
      }),
    }),
    'GET /lookups/{phone}': operation('lookUp', 'Look up a number', {
      parameters: [
        inPath('phone', { ...phone, example: '+4915112345678' }),
        inQuery('fields', list(choice('carrier', 'caller_name', 'line_type')), {
          required: true,
          explode: false,
        }),
      ],
    }),
  },
  { schemas },
);
