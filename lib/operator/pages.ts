import { z } from 'zod';
import { catalogueSlug } from '../product/catalogue-entry.ts';
import { markdownProblem } from '../text/markdown-text.ts';
import { isFitForName, unfitForName } from '../text/names.ts';
import { nextPage, reason } from './accounts.ts';

const longestTitle = 100;
/** Terms of a hundred printed pages. */
const longestText = 300_000;
/** JSON may write each character as six bytes. */
export const mostBytesOfPage = 6 * longestText + 10_000;

const title = z
  .string('Enter a title.')
  .trim()
  .min(1, 'Enter a title.')
  .max(longestTitle, `A title can have at most ${longestTitle} characters.`)
  .refine(isFitForName, unfitForName('A title'));

const text = z
  .string('Write the text of the page.')
  .max(longestText, `A page can have at most ${longestText} characters.`)
  .refine((markdown) => markdown.trim() !== '', 'Write the text of the page.')
  .refine((markdown) => !markdown.includes('\0'), 'The text contains a NUL character.')
  .superRefine((markdown, context) => {
    const problem = markdownProblem(markdown);
    if (problem) context.addIssue({ code: 'custom', message: `Line ${problem.line}: ${problem.expected}` });
  });

/** The console has its form for a new page there. */
const reserved = 'new';

const slug = catalogueSlug
  .refine((one) => one !== reserved, `${reserved} is the address of the form for a new page.`)
  .meta({ description: 'Its address: /pages/SLUG. It stays as it is.' });

const fields = {
  title,
  text: text.meta({ description: 'Markdown.' }),
  inFooter: z
    .boolean('Expected true or false.')
    .meta({ description: 'Whether the footer of every page links to it.' }),
};

/** The body of `POST /api/operator/pages`. */
export const newPageBody = z.strictObject({ slug, ...fields, reason });

/** The body of `POST /api/operator/pages/{slug}/versions`. */
export const pageBody = z.strictObject({
  ...fields,
  asksAgain: z.boolean('Expected true or false.').default(true).meta({
    description:
      'Whether accounts that accepted an earlier version have to accept this one. Left out: they have to.',
  }),
  after: z.int('Expected the number of a version.').min(1).meta({
    description:
      'The number of the last version that you know. If there is a newer one, nothing is saved, and the refusal is `changed-meanwhile`.',
  }),
  reason,
});

/** The body of `POST /api/operator/pages/{slug}/deletion`. */
export const pageDeletionBody = z.strictObject({ reason });

export const savedPage = z
  .strictObject({ slug: z.string(), version: z.int(), inFooter: z.boolean() })
  .meta({ id: 'SavedPage' });

export const deletedPage = z.strictObject({ slug: z.string() }).meta({ id: 'DeletedPage' });

const by = z
  .strictObject({
    kind: z.string().meta({ description: 'person, key, command-line or portal.' }),
    id: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ description: 'Who wrote it.' });

const shown = {
  slug: z.string(),
  title: z.string(),
  version: z.int().meta({ description: 'The number of its last version, from 1.' }),
  updatedAt: z.iso.datetime(),
};

/** The response of `GET /api/pages`. */
export const portalPageList = z
  .strictObject({ list: z.array(z.strictObject(shown)) })
  .meta({ id: 'PortalPageList', description: 'By address.' });

/** The response of `GET /api/pages/{slug}`. */
export const portalPage = z
  .strictObject({ ...shown, text: z.string().meta({ description: 'Markdown.' }) })
  .meta({ id: 'PortalPage' });

export type PortalPage = z.output<typeof portalPage>;

const ofOperators = {
  ...shown,
  inFooter: z.boolean(),
  deletedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Since when nobody reads it. Its versions stay, for operators.' }),
};

/** The response of `GET /api/operator/pages`. */
export const operatorPageList = z
  .strictObject({ list: z.array(z.strictObject(ofOperators)), next: nextPage })
  .meta({ id: 'OperatorPageList', description: 'Newest first.' });

export type OperatorPageList = z.output<typeof operatorPageList>;

/** The response of `GET /api/operator/pages/{slug}`. */
export const operatorPage = z
  .strictObject({
    ...ofOperators,
    text: z.string(),
    termsOf: z
      .array(z.strictObject({ slug: z.string(), name: z.string() }))
      .meta({ description: 'The products that an account calls once it has accepted the page.' }),
  })
  .meta({ id: 'OperatorPage' });

export type OperatorPage = z.output<typeof operatorPage>;

const version = z.strictObject({
  number: z.int(),
  title: z.string(),
  at: z.iso.datetime(),
  by,
  reason: z.string().nullable(),
  asksAgain: z.boolean().meta({ description: 'Whether accounts have to accept it anew.' }),
});

export type PageVersion = z.output<typeof version>;

/** The response of `GET /api/operator/pages/{slug}/versions`. */
export const pageVersionList = z
  .strictObject({ list: z.array(version), next: nextPage })
  .meta({ id: 'PageVersionList', description: 'Newest first.' });

export type PageVersionList = z.output<typeof pageVersionList>;

/** The response of `GET /api/operator/pages/{slug}/versions/{number}`. */
export const readPageVersion = z
  .strictObject({
    version,
    text: z.string(),
    previous: z.string().nullable().meta({ description: 'The text before it; null for the first.' }),
  })
  .meta({ id: 'ReadPageVersion' });

export type ReadPageVersion = z.output<typeof readPageVersion>;
