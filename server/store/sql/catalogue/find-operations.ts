import type { OperationRow } from '../../catalogue.ts';
import { statement } from '../statement.ts';

/** Enough of an introduction for the excerpt of a row. */
const readLength = 600;

/** The online operations of an API in its order, in one statement. */
export const findOperations = statement<OperationRow>(
  `SELECT o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo,
          p.key IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1) AS deprecated,
          substr(json_extract(p.introduction, '$[0].text'), 1, ${readLength}) AS text
     FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
  `SELECT o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo, p.deprecated,
          substr(p.introduction::json -> 0 ->> 'text', 1, ${readLength}) AS text
     FROM ApiOperation o JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
);
