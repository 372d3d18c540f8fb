import { z } from 'zod';
import { catalogueName, catalogueSlug } from '../product/catalogue-entry.ts';
import { maxCredits } from '../price/price.ts';
import { nextPage, reason } from './accounts.ts';

const longestAddress = 2_000;
const longestFileName = 200;
/** More changes at once are made by group or for all. */
const maxPositions = 1_000;

const documentAddress = z
  .string({ error: 'Expected the address of an OpenAPI document.' })
  .trim()
  .max(longestAddress, `Expected an address of at most ${longestAddress} characters.`)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'Expected a complete http or https address, such as https://api.example.com/openapi.yaml.',
  });

/** The body of `POST /api/operator/imports`. */
export const importBody = z.strictObject({
  address: documentAddress.meta({
    description: 'Where the document is. Relative servers in it start from there.',
  }),
  reason,
});

/** The query of `POST /api/operator/imports/document`. */
export const importedFileQuery = z.object({
  name: z
    .string()
    .max(longestFileName, `at most ${longestFileName} characters`)
    .optional()
    .meta({ description: 'The name of its file, which the console shows.' }),
});

export const startedImport = z.strictObject({ id: z.string() }).meta({
  id: 'StartedImport',
  description: 'The document is read meanwhile: ask for the import by its id.',
});

const loss = z.strictObject({
  pointer: z.string().meta({ description: 'The place in the document (RFC 6901).' }),
  what: z.string(),
});

const position = z.int().min(0).meta({ description: 'In the document, by groups, from 0.' });
const price = z
  .int('Expected a whole number of credits.')
  .min(0, 'Expected 0 credits or more.')
  .max(maxCredits, `Expected at most ${maxCredits} credits.`);

export const importState = z.enum([
  'waiting',
  'fetching',
  'reading',
  'storing',
  'ready',
  'same',
  'failed',
  'publishing',
  'published',
]);

const news = z.strictObject({
  new: z.int(),
  changed: z.int(),
  removed: z.int().meta({ description: 'Online, and no longer in the document.' }),
  breaking: z.int().meta({ description: 'Changed or removed ones that break callers.' }),
});

export type News = z.output<typeof news>;

const imported = z.strictObject({
  title: z.string(),
  version: z.string(),
  openapi: z.string(),
  source: z.string().meta({ description: 'Its name in the catalogue.' }),
  operations: z.int(),
  imported: z.int().meta({ description: 'How many of them can be sold.' }),
  losses: z.array(loss).meta({ description: 'Those that belong to no operation.' }),
  news: news.meta({ description: 'What differs from the catalogue.' }),
  groups: z.array(
    z.strictObject({
      group: z.int(),
      name: z.string().nullable(),
      description: z.string(),
      operations: z.int(),
      sellable: z.int(),
      chosen: z.int(),
      losses: z.int(),
    }),
  ),
  api: z.strictObject({
    slug: z.string(),
    name: z.string(),
    problem: z.string().nullable().meta({ description: 'Why this slug cannot be taken.' }),
  }),
  servers: z.array(
    z.strictObject({
      from: z.string().meta({ description: 'As the document has it.' }),
      to: z.string().meta({ description: 'Where calls go.' }),
      problem: z.string().nullable().meta({ description: 'Why no product can be online there.' }),
    }),
  ),
  credentials: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      operations: z.int(),
      isMissing: z.boolean(),
    }),
  ),
});

/** The response of `GET /api/operator/imports/{import_id}`. */
export const importDetail = z
  .strictObject({
    id: z.string(),
    address: z.string().nullable(),
    file: z.string().nullable(),
    follows: z
      .strictObject({ slug: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The API of which it is a newer version, if that was looked for.' }),
    state: importState.meta({
      description:
        'waiting (for other documents), fetching, reading, storing, ready, same (byte for byte what was taken before), failed, publishing or published.',
    }),
    done: z.int().meta({ description: 'How many operations are read, stored or published in this state.' }),
    total: z.int(),
    problem: z.string().nullable(),
    createdAt: z.iso.datetime(),
    document: imported.nullable().meta({ description: 'Null until it is read.' }),
    results: z
      .strictObject({
        created: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        refused: z.int(),
        online: z.int(),
      })
      .nullable()
      .meta({ description: 'What became of the operations that were published last.' }),
  })
  .meta({ id: 'Import', description: 'Kept for a day.' });

export type ImportDetail = z.output<typeof importDetail>;

/** The response of `GET /api/operator/imports`. */
export const importList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string().nullable().meta({ description: 'Null until the document is read.' }),
        address: z.string().nullable(),
        file: z.string().nullable(),
        state: importState,
        createdAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'ImportList', description: 'The newest first.' });

export type ImportList = z.output<typeof importList>;

const operation = z.strictObject({
  position,
  group: z.int(),
  method: z.string(),
  path: z.string(),
  name: z.string(),
  slug: z.string(),
  fields: z.int().meta({ description: 'Of its form.' }),
  required: z.int(),
  losses: z.int(),
  problem: z.string().nullable().meta({ description: 'Why it cannot be sold.' }),
  credentials: z.array(z.string()),
  compared: z.enum(['new', 'changed', 'unchanged', 'foreign', 'unsold', 'removed']).meta({
    description:
      'With the catalogue. foreign: its slug belongs to a file, another document or another operation. removed: a product that is online, and no longer in the document; to publish it takes it offline.',
  }),
  breaking: z.array(z.string()).meta({ description: 'What of the change breaks callers.' }),
  chosen: z.boolean(),
  price: price.nullable().meta({ description: 'Credits for each call. Null keeps the published price.' }),
  outcome: z
    .enum(['created', 'changed', 'unchanged', 'refused'])
    .nullable()
    .meta({ description: 'Of publishing it.' }),
  isOnline: z.boolean().nullable(),
  sentence: z.string().nullable().meta({ description: 'Why it was refused or stayed offline.' }),
});

export type ImportedOperationRow = z.output<typeof operation>;

/** The response of `GET /api/operator/imports/{import_id}/operations`. */
export const importedOperationList = z
  .strictObject({
    list: z.array(operation),
    total: z.int().meta({ description: 'Of the filter.' }),
    next: nextPage,
  })
  .meta({ id: 'ImportedOperationList', description: 'In the order of the groups.' });

const text = z.string().nullable();

const operationDifference = z
  .strictObject({
    changed: z.array(z.string()).meta({ description: 'The changed parts, in words.' }),
    breaking: z.array(z.string()),
    fields: z.array(
      z.strictObject({ part: z.enum(['input', 'reply']), name: z.string(), before: text, after: text }),
    ),
    before: z.string().meta({ description: 'The entry that is published, as YAML.' }),
    after: z.string(),
  })
  .meta({ id: 'OperationDifference', description: 'What taking a newer version of an operation changes.' });

export type OperationDifference = z.output<typeof operationDifference>;

/** The response of `GET /api/operator/imports/{import_id}/operations/{position}`. */
export const importedOperationDetail = operation
  .extend({
    lost: z.array(loss),
    draft: z.string().nullable().meta({ description: 'Its catalogue entry as YAML.' }),
    publishedPrice: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
    difference: operationDifference.nullable().meta({ description: 'Of a changed operation.' }),
  })
  .meta({ id: 'ImportedOperation' });

export type ImportedOperationDetail = z.output<typeof importedOperationDetail>;

const choice = z
  .strictObject({
    operations: z
      .array(position)
      .min(1, 'Expected at least one operation.')
      .max(maxPositions, `Expected at most ${maxPositions} operations.`)
      .optional()
      .meta({ description: 'By their positions. Without it and `group`: all.' }),
    group: z.int().min(0).optional().meta({ description: 'All of this group.' }),
    onlyChosen: z.boolean().optional().meta({ description: 'Only those that are chosen.' }),
    chosen: z.boolean().optional().meta({ description: 'Whether they are to be published.' }),
    price: price.nullable().optional(),
  })
  .meta({ id: 'ImportChoice' });

/** The body of `POST /api/operator/imports/{import_id}/choices`. */
export const choicesBody = z.strictObject({
  choices: z.array(choice).max(50, 'Expected at most 50 choices.').optional(),
  rename: z
    .strictObject({
      operation: position,
      name: catalogueName.optional(),
      slug: catalogueSlug.optional(),
    })
    .optional(),
  api: z
    .strictObject({ name: catalogueName.optional(), slug: catalogueSlug.optional() })
    .optional()
    .meta({ description: 'Of the API that the products make up.' }),
  server: z
    .strictObject({
      from: z.string(),
      to: z.string().trim().min(1, 'Expected an address.').max(500, 'Expected at most 500 characters.'),
    })
    .optional()
    .meta({ description: 'Where calls go instead of a server of the document.' }),
  reason,
});

export const storedChoices = z.strictObject({ id: z.string() }).meta({ id: 'StoredChoices' });

/** The body of `POST /api/operator/imports/{import_id}/products`. */
export const publishImportBody = z.strictObject({
  online: z.boolean().meta({
    description:
      'Whether they go online, or are drafts, which change nothing that is online. Of a newer version that was looked for, it is said of new operations: the others are changed, and stay online or offline as they are. What cannot go online says why.',
  }),
  reason,
});

export const publishingImport = z
  .strictObject({ id: z.string(), operations: z.int() })
  .meta({ id: 'PublishingImport', description: 'The operations are published meanwhile.' });

/** The body of `POST /api/operator/apis/{slug}/document`. */
export const documentBody = z.strictObject({
  address: documentAddress.nullable().meta({ description: 'Null forgets it.' }),
  daily: z.boolean().meta({ description: 'Whether the portal looks there for a newer version every day.' }),
  reason,
});

/** The body of `POST /api/operator/apis/{slug}/looks`. */
export const lookBody = z.strictObject({ reason });

const daily = z.boolean();

export const followedDocument = z
  .strictObject({ slug: z.string(), address: z.string().nullable(), daily })
  .meta({ id: 'FollowedDocument' });

/** The response of `GET /api/operator/apis/{slug}`. */
export const operatorApi = z
  .strictObject({
    slug: z.string(),
    name: z.string(),
    version: z.string().nullable(),
    keptIn: z.string().meta({ description: 'The file that it is published from, or `console`.' }),
    source: z.string().nullable().meta({ description: 'The name of its document in the catalogue.' }),
    operations: z.int().meta({ description: 'Products, online or not.' }),
    online: z.int(),
    archived: z.int(),
    everOnline: z
      .int()
      .meta({ description: 'Products that are or were online. Without any, the API can be deleted.' }),
    document: z
      .strictObject({
        address: z.string(),
        daily,
        lookedAt: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When a look for a newer version ended last.' }),
        failures: z.int().meta({ description: 'Looks in a row that failed.' }),
        problem: z.string().nullable().meta({ description: 'Why the last look failed.' }),
        found: z
          .strictObject({ import: z.string(), at: z.iso.datetime(), ...news.shape })
          .nullable()
          .meta({ description: 'What is newer, by the last look that read the document.' }),
      })
      .nullable()
      .meta({
        description:
          'Where its document comes from. Null for files, pasted texts and files of the catalogue.',
      }),
  })
  .meta({ id: 'OperatorApi' });

export type OperatorApi = z.output<typeof operatorApi>;
