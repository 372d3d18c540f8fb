import { z } from 'zod';
import { isFitForName, unfitForName } from '../text/names.ts';
import { nextPage, reason } from './accounts.ts';
import { entryText } from './products.ts';

const longestTitle = 100;

/** The body of `POST /api/operator/products/{slug}/drafts`. */
export const newDraftBody = z.strictObject({
  title: z
    .string('Enter a title.')
    .trim()
    .min(1, 'Enter a title.')
    .max(longestTitle, `A title can have at most ${longestTitle} characters.`)
    .refine(isFitForName, unfitForName('A title')),
  entry: entryText
    .refine((text) => !text.includes('\0'), 'The entry contains a NUL character.')
    .meta({ description: 'The product as a catalogue file: YAML or JSON. It may have mistakes.' }),
  after: z.int().min(0).meta({ description: 'The number of the release that it builds on.' }),
  reason,
});

/** The body of `POST /api/operator/products/{slug}/drafts/{number}`. */
export const draftBody = newDraftBody.extend({
  known: z.iso.datetime('Expected a date and time.').meta({
    description:
      '`updatedAt` of the draft as you know it. If somebody has saved it since, nothing is saved, and the refusal is `changed-meanwhile`.',
  }),
});

export const draftDeletionBody = z.strictObject({ reason });

/** Who did something, as in the audit log. */
export const draftAuthor = z.strictObject({
  kind: z.string().meta({ description: 'person, key, command-line or portal.' }),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

const fields = {
  number: z.int().meta({ description: 'From 1, for each product.' }),
  title: z.string(),
  after: z.int().meta({ description: 'The number of the release that it builds on.' }),
  by: draftAuthor.meta({ description: 'Who saved it last.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** The response of `GET /api/operator/products/{slug}/drafts`. */
export const productDraftList = z
  .strictObject({ list: z.array(z.strictObject(fields)), next: nextPage })
  .meta({ id: 'ProductDraftList', description: 'Newest first.' });

export type ProductDraftList = z.output<typeof productDraftList>;

/** The response of `GET /api/operator/products/{slug}/drafts/{number}`. */
export const productDraft = z
  .strictObject({ ...fields, entry: z.string().meta({ description: 'The product as a catalogue file.' }) })
  .meta({ id: 'ProductDraft' });

export type ProductDraft = z.output<typeof productDraft>;

export const savedDraft = z
  .strictObject({ slug: z.string(), number: z.int(), updatedAt: z.iso.datetime() })
  .meta({ id: 'SavedDraft' });

export const deletedDraft = z
  .strictObject({ slug: z.string(), number: z.int() })
  .meta({ id: 'DeletedDraft' });
