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
} from './parts.ts';

const phone = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$', description: 'In E.164 format.' };
const id = inPath('id', { type: 'string', pattern: '^[A-Z]{2}[0-9a-f]{32}$' });
const mailbox = object({ email: { type: 'string', format: 'email' }, name: text }, ['email']);
const channel = (properties: Json, required: string[]) =>
  object({ channel: text, ...properties }, ['channel', ...required]);

const schemas = {
  Sms: channel({ to: phone, body: { type: 'string', minLength: 1, maxLength: 1600 } }, ['to', 'body']),
  Email: channel(
    { to: mailbox, subject: { type: 'string', minLength: 1 }, html: { type: 'string', format: 'html' } },
    ['to', 'subject'],
  ),
  Push: channel(
    { device: { type: 'string', format: 'uuid' }, title: text, badge: { type: 'integer', minimum: 0 } },
    ['device', 'title'],
  ),
};

export const messaging = document(
  '3.0.1',
  'Messaging API',
  {
    '/messages': {
      get: operation('listMessages', 'List messages', {
        parameters: [
          inQuery('to', phone),
          inQuery('sentAfter', { type: 'string', format: 'date-time' }),
          inQuery('status', list({ type: 'string', enum: ['queued', 'sent', 'delivered', 'failed'] })),
        ],
      }),
      post: operation('sendMessage', 'Send a message', {
        requestBody: jsonBody({
          oneOf: [ref('Sms'), ref('Email'), ref('Push')],
          discriminator: {
            propertyName: 'channel',
            mapping: {
              sms: '#/components/schemas/Sms',
              email: '#/components/schemas/Email',
              push: '#/components/schemas/Push',
            },
          },
        }),
      }),
    },
    '/messages/{id}': {
      get: operation('fetchMessage', 'Fetch a message', { parameters: [id] }),
      delete: operation('deleteMessage', 'Delete a message', { parameters: [id] }),
    },
    '/mail/send': {
      post: operation('sendMail', 'Send an email', {
        requestBody: jsonBody(
          object(
            {
              personalizations: list(
                object(
                  { to: list(mailbox, { minItems: 1 }), send_at: { type: 'integer', format: 'int64' } },
                  ['to'],
                ),
                { minItems: 1, maxItems: 1000 },
              ),
              from: mailbox,
              subject: { type: 'string', minLength: 1 },
              content: list(
                object(
                  {
                    type: { type: 'string', minLength: 1, example: 'text/plain' },
                    value: { type: 'string', minLength: 1 },
                  },
                  ['type', 'value'],
                ),
                { minItems: 1 },
              ),
              categories: list({ type: 'string', maxLength: 255 }, { uniqueItems: true, maxItems: 10 }),
              mail_settings: object({ sandbox_mode: object({ enable: flag }) }),
            },
            ['personalizations', 'from', 'subject', 'content'],
          ),
        ),
      }),
    },
    '/templates': {
      post: operation('createTemplate', 'Create a template', {
        requestBody: jsonBody(
          object(
            {
              name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 60 },
              language: { type: 'string', pattern: '^[a-z]{2}(_[A-Z]{2})?$', example: 'en_GB' },
              category: { type: 'string', enum: ['AUTHENTICATION', 'MARKETING', 'UTILITY'] },
              variables: { type: 'object', additionalProperties: text },
              types: object({
                text: object({ body: text }, ['body']),
                media: object({ urls: list({ type: 'string', format: 'uri' }) }),
              }),
            },
            ['name', 'language', 'category', 'types'],
          ),
        ),
      }),
    },
    '/webhooks': {
      post: operation('createWebhook', 'Create a webhook', {
        requestBody: jsonBody(
          object(
            {
              url: { type: 'string', format: 'uri', pattern: '^https://' },
              events: list(
                {
                  type: 'string',
                  enum: ['message.sent', 'message.delivered', 'message.failed', 'message.read', 'opt.out'],
                },
                { minItems: 1, uniqueItems: true },
              ),
              secret: { type: 'string', format: 'password', minLength: 16 },
            },
            ['url', 'events', 'secret'],
          ),
        ),
      }),
    },
    '/campaigns/{campaign_id}/schedule': {
      post: operation('scheduleCampaign', 'Schedule a campaign', {
        parameters: [
          inPath('campaign_id', { type: 'string', format: 'uuid' }),
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', minLength: 8, maxLength: 64 },
          },
        ],
        requestBody: jsonBody(
          object(
            {
              start_at: { type: 'string', format: 'date-time' },
              timezone: { type: 'string', example: 'Europe/Berlin' },
              quiet_hours: object(
                {
                  from: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
                  to: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
                },
                ['from', 'to'],
              ),
            },
            ['start_at', 'timezone', 'quiet_hours'],
          ),
        ),
      }),
    },
    '/contacts/import': {
      post: operation('importContacts', 'Import contacts', {
        requestBody: jsonBody(
          object(
            {
              contacts: list(
                object(
                  {
                    email: { type: 'string', format: 'email' },
                    first_name: { type: 'string', maxLength: 50 },
                    consent: flag,
                  },
                  ['email', 'consent'],
                ),
                { minItems: 2 },
              ),
            },
            ['contacts'],
          ),
        ),
      }),
    },
    '/lookups/{phone}': {
      get: operation('lookUp', 'Look up a number', {
        parameters: [
          inPath('phone', { ...phone, example: '+4915112345678' }),
          inQuery('fields', list({ type: 'string', enum: ['carrier', 'caller_name', 'line_type'] }), {
            required: true,
            explode: false,
          }),
        ],
      }),
    },
  },
  { schemas },
);
