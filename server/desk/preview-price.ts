import type { PricePreview } from '../../lib/operator/price-preview.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { CallFactsRow } from '../store/calls/read-call-facts.ts';
import type { ImportThread } from './import-thread.ts';
import type { PreviewedCalls } from './preview-calls.ts';
import { tagsByKind } from './publish-entry.ts';
import { readVersionRow } from './send-calls.ts';
import { isThreadEnded } from './thread-ended.ts';

interface Wish {
  entry: string;
  over?: string | undefined;
  sample?: number | undefined;
}

/** A person waits for it while they type. Only a price made to take long comes near. */
const timeLimitMs = 15_000;
const mostCalls = 100;
/** An input may be megabytes long: what is beyond is not looked at. */
const mostInputBytes = 4 * 1024 * 1024;
/** Calls of other products lie between. */
const mostPages = 4;

/** Says what an entry would cost beside the price in force, in a thread and within a time. Nothing is kept. */
export async function previewPrice(context: Context, slug: string, wish: Wish): Promise<PricePreview> {
  await findPublished(context, slug);
  const { previews } = context.desk;
  previews.requireRoom();
  return previews.run(async () => {
    const thread = context.desk.startThread();
    const timer = setTimeout(() => thread.close(), timeLimitMs);
    try {
      return await reckon(context, thread, slug, wish);
    } catch (error) {
      if (!isThreadEnded(error)) throw error;
      throw new Problem('unavailable', 'The price takes too long to be reckoned. Make its formulas simpler.');
    } finally {
      clearTimeout(timer);
      thread.close();
    }
  });
}

async function reckon(
  context: Context,
  thread: ImportThread,
  slug: string,
  { entry, over, sample }: Wish,
): Promise<PricePreview> {
  const { key: productKey, versionKey } = await context.store.callFacts.product(slug);
  const { row: now } = await readVersionRow(context.store, versionKey);
  const edited = await thread.ask('edited', { text: entry, slug, tags: await tagsByKind(context) });
  if (!edited.ok) {
    const fields = await thread.ask('fields', now);
    return { mistakes: edited.mistakes, fields, preview: null };
  }
  const { document, hash } = edited.product.row.template;
  const then = { document, hash, templateKey: 0 };
  const calls = await lastCalls(context, productKey);
  const { warnings, notes } = edited.product;
  const preview = await thread.ask('preview', { now, then, over, sample, calls });
  return {
    mistakes: [],
    fields: await thread.ask('fields', then),
    preview: { ...preview, notes: [...warnings, ...notes] },
  };
}

async function lastCalls({ store }: Context, productKey: number): Promise<PreviewedCalls> {
  const between = await store.callFacts.keysSince(undefined);
  const rows: CallFactsRow[] = [];
  let end = between?.end ?? null;
  for (let page = 0; between && end !== null && page < mostPages && rows.length < mostCalls; page += 1) {
    const found = await store.callFacts.page(productKey, undefined, { first: between.first, end });
    rows.push(...found.rows.slice(0, mostCalls - rows.length));
    end = found.next;
  }
  const versions = [...new Set(rows.map(({ versionKey }) => versionKey))];
  return {
    rows,
    versions: await Promise.all(versions.map((key) => readVersionRow(store, key))),
    inputs: await store.replays.inputs(keysWithin(rows)),
  };
}

/** Of the calls whose inputs are not too long together. */
function keysWithin(rows: readonly CallFactsRow[]): number[] {
  let left = mostInputBytes;
  return rows.flatMap(({ key, inputBytes }) => {
    // Of old rows the length is not known.
    const bytes = inputBytes === 0 ? 64 * 1024 : inputBytes;
    if (bytes === null || bytes > left) return [];
    left -= bytes;
    return [key];
  });
}
