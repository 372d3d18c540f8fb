import { z } from 'zod';
import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import type { OperationRow } from '../../catalogue.ts';
import type { SqliteReader } from './sqlite-reader.ts';

/** As much of an introduction as the excerpt of a row is made of. */
const readLength = 600;

const operationRows: z.ZodType<OperationRow[]> = z.array(
  z.object({
    groupIndex: z.number(),
    slug: z.string(),
    name: z.string(),
    priceFrom: z.number(),
    priceTo: z.number(),
    deprecated: z.number(),
    text: z.string().nullable(),
  }),
);

/** The operations of an API that are online, in its order: one statement for all of them. */
export function findOperations(reader: SqliteReader, apiKey: number): OperationRow[] {
  const found = reader.read(Prisma.sql`
    SELECT o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo,
           p.key IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1) AS deprecated,
           substr(json_extract(p.introduction, '$[0].text'), 1, ${readLength}) AS text
      FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey
     WHERE o.apiKey = ${apiKey} AND p.status = 1
     ORDER BY o.groupIndex, o.position, o.productKey`);
  return operationRows.parse(found);
}
