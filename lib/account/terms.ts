import { z } from 'zod';

/** Terms that have to be accepted before a call. */
export const termsToAccept = z
  .strictObject({
    page: z.string().meta({ description: 'The page: /pages/PAGE.' }),
    title: z.string(),
    version: z.int().meta({ description: 'The version that it has now.' }),
    accepted: z
      .int()
      .nullable()
      .meta({ description: 'The last version that the account accepted; null if it accepted none.' }),
    url: z.string(),
    mayAccept: z.boolean().meta({ description: 'Whether this caller may accept them for the account.' }),
  })
  .meta({ id: 'TermsToAccept' });

export type TermsToAccept = z.output<typeof termsToAccept>;

/** The body of `POST /api/terms`. */
export const acceptanceBody = z.strictObject({
  page: z.string('Expected the address of a page.').max(200).meta({ description: 'The page.' }),
  version: z
    .int('Expected the number of a version.')
    .min(1)
    .meta({ description: 'The version that was read. If the page has a newer one, nothing is accepted.' }),
});

/** The response of `POST /api/terms`. */
export const acceptedTerms = z
  .strictObject({ page: z.string(), version: z.int() })
  .meta({ id: 'AcceptedTerms' });

const by = z
  .strictObject({ id: z.string(), name: z.string().nullable() })
  .meta({ description: 'The person who accepted it.' });

/** That a version was accepted. */
export const acceptance = {
  page: z.string(),
  title: z.string(),
  version: z.int(),
  acceptedAt: z.iso.datetime(),
  by,
};

/** The response of `GET /api/terms`. */
export const acceptanceList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        ...acceptance,
        isEnough: z.boolean().meta({
          description: 'If not, the page has changed since, and asks to be accepted again.',
        }),
      }),
    ),
  })
  .meta({ id: 'AcceptanceList', description: 'Newest first.' });

export type AcceptanceList = z.output<typeof acceptanceList>;
