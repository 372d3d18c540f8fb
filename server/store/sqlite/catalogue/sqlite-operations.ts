import { z } from 'zod';
import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import type { OperationRow } from '../../catalogue.ts';
import type { SqliteReader } from './sqlite-reader.ts';

/** Enough of an introduction for the excerpt of a row. */
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

/** The online operations of an API in its order, in one statement. */
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
