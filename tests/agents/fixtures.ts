import type { JsonObject } from '../../lib/json/json.ts';
import type { TestProduct } from '../setup/test-catalogue.ts';

/** A picture of one pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A sound without samples. */
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

/** A product, free by itself, that answers a call without any input. */
function fixture(slug: string, script: JsonObject, credits = 0): TestProduct {
  return {
    slug,
    lines: [{ label: 'Call', flat: credits }],
    bodyOptional: true,
    schema: { type: 'object', properties: { script: { type: 'object', default: script } } },
  };
}

/** Products under the names of the tools that the suite calls. */
export const fixtures: TestProduct[] = [
  fixture('test-simple-text', {
    type: 'text/plain',
    chunks: ['This is a simple text response for testing.'],
  }),
  fixture('test-image-content', { type: 'image/png', encoding: 'base64', chunks: [picture] }),
  fixture('test-audio-content', { type: 'audio/wav', encoding: 'base64', chunks: [sound] }),
  fixture('test-embedded-resource', {
    type: 'application/pdf',
    encoding: 'base64',
    chunks: ['JVBERi0xLjQKJeLjz9M='],
  }),
  // Above the price that the address lets an agent pay without asking.
  ...['elicitation', 'tampered-state'].map((name) => fixture(`test-input-required-result-${name}`, {}, 2)),
  fixture('test-error-handling', { status: 500, chunks: ['{"error":"This tool fails."}'] }),
];
