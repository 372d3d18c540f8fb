import { z } from 'zod';

/** An error response: `application/problem+json` of RFC 9457. */
export const problemDocument = z
  .looseObject({
    type: z.string().meta({ description: 'A page of this portal that explains the error.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'Explanation of this occurrence, for people.' }),
    code: z.string().meta({ description: 'Stable error code, for programs.' }),
    requestId: z.string().meta({ description: 'Id of the request in the log of the operator.' }),
    errors: z
      .array(
        z.union([
          z.object({
            pointer: z.string().meta({ description: 'A JSON pointer into the body.' }),
            detail: z.string(),
          }),
          z.object({ parameter: z.string(), detail: z.string() }),
        ]),
      )
      .optional(),
  })
  .meta({
    id: 'Problem',
    description:
      'An error. Errors of a call can also have `required`, `balance`, `maximum`, `cap`, `spent`, `charged` (credits), `callId`, `receipt` (a URL) and `upstream` (status and body that the API returned).',
  });
