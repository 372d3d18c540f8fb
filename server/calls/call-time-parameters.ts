import { z } from 'zod';

const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A date, which starts at 00:00 UTC, or a date and time, as a parameter of an address. */
function timeParameter(description: string) {
  return z
    .string()
    .refine(
      (text) => dayOrMoment.safeParse(text).success,
      'a date such as 2026-11-21, or a date and time such as 2026-11-21T08:00:00Z',
    )
    .transform((text) => new Date(text))
    .optional()
    .meta({ description });
}

/** The times between which calls started. */
export const callTimeParameters = {
  from: timeParameter('Only calls from this date or time on. A date starts at 00:00 UTC.'),
  to: timeParameter('Only calls before this date or time. A date starts at 00:00 UTC.'),
};
