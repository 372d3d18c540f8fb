import { applyFixtures } from './apply-fixtures.ts';
import { testEgress } from './farebox.ts';
import { startPortal } from './start-portal.ts';
import { commonProducts, publishProducts } from './test-catalogue.ts';
import { startUpstream } from './upstream.ts';

/** Enough for all tests together: guests of one address share what they have. */
const guestCredits = '40000';

const flat = (credits: number) => ({ lines: [{ label: 'A call', flat: credits }], maximum: credits });

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
      day: { ...text, format: 'date' },
      amount: { type: 'number' },
      words: { type: 'array', items: { ...text, maxLength: 40 } },
      map: { type: 'object', additionalProperties: { ...text, maxLength: 40 } },
      anything: {},
      file: { ...text, format: 'binary' },
    },
  },
};

/** Before the journeys: the server. Playwright hands its environment on to the processes that run them. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const upstream = await startUpstream();
  const portal = await startPortal([], undefined, {
    FAREBOX_EGRESS_ALLOW: testEgress,
    FAREBOX_GUEST_CREDITS: guestCredits,
  });
  await applyFixtures(portal.dataFolder);
  await publishProducts(portal.dataFolder, upstream.url, [...commonProducts, dear, everyField]);
  process.env['FAREBOX_TEST_URL'] = portal.url;
  process.env['FAREBOX_TEST_DATA'] = portal.dataFolder;
  process.env['FAREBOX_TEST_UPSTREAM'] = upstream.url;
  return async () => {
    await portal.stop();
    await upstream.close();
  };
}
