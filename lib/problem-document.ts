import { z } from 'zod';

/** An error as it is answered: `application/problem+json` of RFC 9457. */
export const problemDocument = z
  .looseObject({
    type: z.string().meta({ description: 'A page of this portal that explains the error.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What happened this time, for people.' }),
    code: z.string().meta({ description: 'What happened, for programs.' }),
    requestId: z.string().meta({ description: 'What an operator finds this request by.' }),
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
      'An error. Those of a call say more, each where it applies: `required`, `balance`, `maximum`, `cap`, `spent`, `charged` (credits), `callId`, `receipt` (an address), and `upstream` (status and body of an API that rejected the request).',
  });
