import { z } from 'zod';
import { auditEntry } from '../audit/audit-entry.ts';
import { unknownFilter } from '../call/call-list.ts';
import { nextPage } from './accounts.ts';

/** Any JSON. */
const values = z.record(z.string(), z.unknown()).nullable();

const listedEntry = z.strictObject({
  ...auditEntry.shape,
  before: values,
  after: values,
  actorName: z.string().nullable().meta({ description: 'Of the person or API key.' }),
  targetName: z.string().nullable().meta({ description: 'Of the person, API key or account.' }),
});

/** The response of `GET /api/operator/audit`. */
export const auditList = z
  .strictObject({
    list: z.array(listedEntry),
    unknownFilter,
    next: nextPage,
    head: z.string().nullable().meta({
      description:
        'The last entry of the whole log as NUMBER:HASH, which `farebox verify audit --until` demands of a file. Null if there is none.',
    }),
  })
  .meta({ id: 'AuditList', description: 'Newest first.' });

export type AuditList = z.output<typeof auditList>;
