import { z } from 'zod';
import { chargesSchema } from '../call/charges.ts';
import { limitsSchema } from '../operation/limits.ts';
import { operationExtension, type Operation, type Template } from '../operation/operation.ts';
import { priceSchema } from '../price/price.ts';

/** Sections of a product page. Limited, because memory and the search index hold them all. */
const maxSections = 20;
const maxTags = 30;
const maxSearchWords = 30;
const maxText = 4_000;
/** Every search scans all of them. */
const maxGroups = 500;
const maxSynonyms = 20;
const maxApiGroups = 500;
const maxGroupText = 1_000;
/** The number of files that a catalogue may have. */
const maxOperations = 10_000;

const slug = z
  .string({ error: 'Expected a slug as text.' })
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Expected a slug: lower-case letters and digits, in words joined by single hyphens.',
  )
  .max(64, 'Expected a slug of at most 64 characters.');

const line = (what: string, most: number) =>
  z
    .string({ error: `Expected ${what} as text.` })
    .trim()
    .min(1, `Expected ${what}; it is empty.`)
    .max(most, `Expected ${what} of at most ${most} characters.`);

const slugs = (what: string) =>
  z
    .array(slug, { error: `Expected a list of ${what}, each the slug of a tag.` })
    .max(maxTags, `Expected at most ${maxTags} ${what}.`)
    .refine((list) => new Set(list).size === list.length, `Expected each of the ${what} once.`)
    .default([]);

/** The slug and name of a product or an API. */
export const catalogueSlug = slug;
export const catalogueName = line('a name', 100);

/** A path relative to the entry. */
const file = line('a path relative to this file', 500).refine(
  (path) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(path),
  {
    error: 'Expected a file path, not a web address.',
  },
);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'Expected a complete http or https address.' })
  .max(500, 'Expected an address of at most 500 characters.');

const doc = z
  .union([z.string(), z.strictObject({ file })], {
    error: 'Expected Markdown, or {file} with the path of a Markdown file.',
  })
  .default('');

/** Everyone, who is signed in, or the accounts that operators choose in the console. */
export const visibility = z.enum(['public', 'signed-in', 'accounts'], {
  error: 'Expected public, signed-in or accounts.',
});

/** Whether calls of a product need the approval of an operator first. */
export const approval = z.enum(['required', 'none'], { error: 'Expected required or none.' });

/** The terms of a product that needs none. */
export const noTerms = 'none';

export type Visibility = z.output<typeof visibility>;

/** A product, as a catalogue file. The two schemas below parse `operation`. */
export const catalogueEntry = z.strictObject({
  slug,
  name: catalogueName,
  /** The document from which an import created the entry. Imports of other documents cannot replace the product. */
  source: line('the name of a document', 200).optional(),
  /** The version of that document that no longer has the operation. `import --update` writes it, and explains the plan. */
  removedFrom: line('the name of a document', 300).optional(),
  /** Without it a new product is offline, and `farebox online` and `offline` control it. */
  status: z.enum(['online', 'offline'], { error: 'Expected online or offline.' }).optional(),
  /** Who sees and calls it. Without it a new product is for everyone, and others stay as they are. */
  visibility: visibility.optional(),
  /** Whether an operator has to approve who calls it. Without it a new product needs none, and others stay as they are. */
  approval: approval.optional(),
  /** The page of the portal that an account has to accept before it calls it, or `none`. Without it, others stay as they are. */
  terms: slug.optional(),
  type: slug,
  provider: slug,
  capabilities: slugs('capabilities'),
  labels: slugs('labels'),
  /** Words that people use for it, and that stand nowhere else: only the search reads them. */
  searchWords: z
    .array(line('a word or phrase', 60), { error: 'Expected a list of words and phrases.' })
    .max(maxSearchWords, `Expected at most ${maxSearchWords} words and phrases.`)
    .default([]),
  introduction: z
    .array(z.strictObject({ title: line('a title', 200), text: line('a text', maxText) }), {
      error: 'Expected a list of sections, each with title and text.',
    })
    .max(maxSections, `Expected at most ${maxSections} sections.`)
    .default([]),
  doc,
  operation: z.record(z.string(), z.unknown(), {
    error: 'Expected an operation, or {document, id} that names one of an OpenAPI document.',
  }),
  fields: operationExtension.pick({ order: true, labels: true, examples: true }).optional(),
  price: priceSchema,
  charges: chargesSchema.optional(),
  limits: limitsSchema.optional(),
});

/** An operation in an OpenAPI document, imported at every apply. */
export const operationReference = z.strictObject({
  document: file,
  id: line('the operationId of an operation in that document', 200),
});

/** What is shown of a tag. */
export const tagLooks = z.strictObject({
  name: line('a name', 60),
  icon: line('an icon', 300).optional(),
  url: webAddress.optional(),
  description: line('a description', 500).optional(),
});

const tag = z.strictObject({
  slug,
  ...tagLooks.shape,
  /** Its place among those of its kind in the filters. Those without one follow by how many products they have. */
  position: z.int().min(1, 'Expected a place from 1.').optional(),
});

const tags = z.array(tag, { error: 'Expected a list of tags, each with slug and name.' }).default([]);

const synonymGroup = z
  .array(line('a word or phrase', 60), { error: 'Expected a list of words and phrases that mean the same.' })
  .min(2, 'Expected at least two words or phrases that mean the same.')
  .max(maxSynonyms, `Expected at most ${maxSynonyms} words and phrases that mean the same.`);

const synonyms = z
  .array(synonymGroup, { error: 'Expected a list of groups, each a list of words and phrases.' })
  .max(maxGroups, `Expected at most ${maxGroups} groups.`);

/** `tags.yaml`: all tags by kind, and synonyms for the search. */
export const tagFile = z.strictObject({
  types: tags,
  providers: tags,
  capabilities: tags,
  labels: tags,
  synonyms: synonyms.optional(),
});

const apiGroup = z.strictObject({
  /** Without a name: the operations that have no group in the document. */
  name: line('a name', 100).optional(),
  description: line('a description', maxGroupText).optional(),
  operations: z.array(slug, { error: 'Expected a list of operations, each the slug of a product.' }),
});

/** Groups several products as an API: their common description and their order. */
export const apiFile = z.strictObject({
  api: z.strictObject({
    slug,
    name: line('a name', 100),
    version: line('a version', 60).optional(),
    /** The document from which an import created the file. Imports of other documents cannot replace the API. */
    source: line('the name of a document', 200).optional(),
    provider: slug,
    url: webAddress.optional(),
    summary: line('a summary', 300).optional(),
    doc,
    groups: z
      .array(apiGroup, { error: 'Expected a list of groups, each with operations.' })
      .min(1, 'Expected at least one group of operations.')
      .max(maxApiGroups, `Expected at most ${maxApiGroups} groups.`)
      .refine((groups) => groups.flatMap(({ operations }) => operations).length <= maxOperations, {
        error: `Expected at most ${maxOperations} operations.`,
      }),
  }),
});

export type ApiFile = z.output<typeof apiFile>;
export type CatalogueEntry = z.output<typeof catalogueEntry>;

/** The template of an entry: its operation with the entry's form texts, price and limits. */
export function templateOfEntry(
  operation: Operation,
  { fields, price, charges, limits }: Pick<CatalogueEntry, 'fields' | 'price' | 'charges' | 'limits'>,
): Template {
  const own = operation['x-farebox'];
  const order = fields?.order ?? own?.order;
  const labels = { ...own?.labels, ...fields?.labels };
  const examples = { ...own?.examples, ...fields?.examples };
  return {
    ...operation,
    'x-farebox': {
      ...(order && { order }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(examples).length > 0 && { examples }),
      ...(own?.secrets && { secrets: own.secrets }),
      price,
      ...(charges && { charges }),
      ...(limits && { limits }),
    },
  };
}
