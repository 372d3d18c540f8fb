import { planNumbers } from '../../../lib/product/planned-version.ts';
import type { Rule } from '../sql/check-rules.ts';

const { waiting, announced, inForce, withdrawn, replaced } = planNumbers;

/** What must hold of planned versions: the hold trusts the row of the product. */
export const planRules: Rule[] = [
  {
    kind: 'products that repeat another plan',
    sql: `SELECT format('The product %s does not repeat the version that is announced of it, and its moment.', p."slug") AS sentence
            FROM "Product" p LEFT JOIN "PlannedVersion" v ON v."productKey" = p."key" AND v."state" = ${announced}
           WHERE p."nextVersionKey" IS DISTINCT FROM v."versionKey" OR p."nextAt" IS DISTINCT FROM v."effectiveAt"`,
  },
  {
    kind: 'plans that are wrong',
    sql: `SELECT format('The plan %s is in the state %s, and its times are of another.', v."key", v."state") AS sentence
            FROM "PlannedVersion" v
           WHERE v."state" NOT BETWEEN ${waiting} AND ${replaced}
              OR (v."state" = ${waiting} AND v."announcedAt" IS NOT NULL)
              OR (v."state" IN (${announced}, ${inForce}) AND v."announcedAt" IS NULL)
              OR (v."state" IN (${withdrawn}, ${replaced})) <> (v."endedAt" IS NOT NULL)`,
  },
  {
    kind: 'plans in force without a release',
    sql: `SELECT format('The plan %s is in force, but no release of its moment has its version.', v."key") AS sentence
            FROM "PlannedVersion" v
           WHERE v."state" = ${inForce}
             AND NOT EXISTS (SELECT 1 FROM "ProductRelease" r WHERE r."productKey" = v."productKey"
                                AND r."versionKey" = v."versionKey" AND r."publishedAt" = v."effectiveAt")`,
  },
];
