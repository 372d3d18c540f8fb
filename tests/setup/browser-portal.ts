import { applyFixtures } from './apply-fixtures.ts';
import { testEgress } from './farebox.ts';
import { largeSchema } from './large-schema.ts';
import { parcelDocument, publishApi, silentDocument } from './publish-api.ts';
import { startPortal } from './start-portal.ts';
import { commonProducts, publishProducts } from './test-catalogue.ts';
import { startUpstream } from './upstream.ts';

/** Enough for all tests together: guests of one address share what they have. */
const guestCredits = '40000';

const flat = (credits: number) => ({ lines: [{ label: 'A call', flat: credits }], maximum: credits });

const scriptedStream = { slug: 'scripted-stream', streams: true } as const;

/** More than any guest has. */
const dear = { slug: 'dear', ...flat(50_000) };

const text = { type: 'string' };
/** A field of each kind that is typed into. */
const everyField = {
  slug: 'every-field',
  ...flat(1),
  limits: { bodyBytes: 100_000 },
  schema: {
    type: 'object',
    properties: {
      line: { ...text, maxLength: 40 },
      note: text,
      mood: { enum: ['calm', 'brisk'] },
      day: { ...text, format: 'date', description: 'A day, as `2026-01-31`.' },
      amount: { type: 'number' },
      words: { type: 'array', items: { ...text, maxLength: 40 } },
      map: { type: 'object', additionalProperties: { ...text, maxLength: 40 } },
      anything: {},
      file: { ...text, format: 'binary' },
    },
  },
};

/** A form of some 160 inputs. */
const largeForm = { slug: 'large-form', ...flat(1), schema: largeSchema() };

const titled = (title: string, name: string) => ({
  type: 'object',
  title,
  required: [name],
  properties: { [name]: { ...text, minLength: 1 } },
});
/** Rows that make a table, a union, and text of any length. */
const rowsForm = {
  slug: 'rows',
  ...flat(1),
  limits: { bodyBytes: 8_000_000 },
  schema: {
    type: 'object',
    properties: {
      points: {
        type: 'array',
        items: {
          type: 'object',
          required: ['x', 'y'],
          properties: { x: { type: 'number' }, y: { type: 'number' } },
        },
      },
      method: { oneOf: [titled('Card', 'number'), titled('Bank', 'iban')] },
      note: text,
    },
  },
};

/** A body that may be left out, and needs its title when it is there. */
const spareBody = {
  slug: 'spare-body',
  ...flat(1),
  bodyOptional: true,
  schema: titled('Note', 'title'),
} as const;

/** Two fields without which there is no call. */
const pair = {
  slug: 'pair',
  ...flat(1),
  schema: { type: 'object', required: ['first', 'second'], properties: { first: text, second: text } },
};

const sentence = 'Everything that an operator has to say of a product, at length. ';
/** As many documents have it: more than a screen of words, with lists and tables in them. */
const talkative = {
  slug: 'talkative',
  ...flat(1),
  introduction: [
    { title: 'What it does', text: `${sentence.repeat(12)}\n\n${`- ${sentence}\n`.repeat(12)}` },
    { title: 'What it does not do', text: sentence.repeat(12) },
    { title: 'Limits', text: `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(12)}` },
  ],
};

/** Before the journeys: the server. Playwright hands its environment on to the processes that run them. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const upstream = await startUpstream();
  const portal = await startPortal([], undefined, {
    FAREBOX_EGRESS_ALLOW: testEgress,
    FAREBOX_WEBHOOK_ALLOW: testEgress,
    FAREBOX_GUEST_CREDITS: guestCredits,
    FAREBOX_CREDITS_URL: 'https://shop.example.com/credits',
    FAREBOX_REGISTRATION: 'open',
    FAREBOX_REGISTRATION_CREDITS: '40',
  });
  await applyFixtures(portal.dataFolder);
  await publishProducts(portal.dataFolder, upstream.url, [
    ...commonProducts,
    dear,
    scriptedStream,
    { slug: 'deletes', method: 'delete', ...flat(1) },
    everyField,
    largeForm,
    rowsForm,
    spareBody,
    pair,
    talkative,
  ]);
  await publishApi(portal.dataFolder, parcelDocument);
  await publishApi(portal.dataFolder, silentDocument, ['silent-get-silence']);
  process.env['FAREBOX_TEST_URL'] = portal.url;
  process.env['FAREBOX_TEST_DATA'] = portal.dataFolder;
  // Journeys run commands in their own process.
  process.env['FAREBOX_DATA'] = portal.dataFolder;
  process.env['FAREBOX_TEST_UPSTREAM'] = upstream.url;
  return async () => {
    await portal.stop();
    await upstream.close();
  };
}
