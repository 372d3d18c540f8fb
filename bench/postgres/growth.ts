import type pg from 'pg';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, figure, perSecond, usual } from '../harness/findings.ts';
import { fire } from '../harness/load.ts';
import { withClient } from '../harness/postgres.ts';
import { callOf, mayCall, seedCalls } from '../seeds/calls.ts';

const connections = 64;
const minutes = usual(10, 2);
/** Rows that calls update again and again. */
const updated = ['Purse', 'PurseShare', 'Call', 'KeySpend', 'DailyUse', 'Instance'];

/** Measures dead rows and table sizes in PostgreSQL under many calls. Keys have caps, so that their spending is counted. */
export async function measureGrowth(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const postgres = await bench.startPostgres();
  const place = await postgres.makePlace('growth');
  const keys = await seedCalls(place, upstream.url, { count: connections, capTotal: 1e12 });
  const portal = await bench.startPortal(place, mayCall(upstream));
  const posts = keys.map((key) => callOf(portal, key));
  await fire(posts, { connections, seconds: 20 });
  return withClient(place.databaseUrl, async (client) => {
    const before = await readTables(client);
    const rates: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const { requestsPerSecond } = await fire(posts, { connections, seconds: 60 });
      rates.push(requestsPerSecond);
      const tables = describeTables(await readTables(client));
      console.log(`Minute ${minute}: ${Math.round(requestsPerSecond)} calls/s; ${tables}`);
    }
    const after = await readTables(client);
    const what = `Calls on PostgreSQL, minute ${minutes} against the first`;
    return [
      compare(what, rates.slice(-1), rates.slice(0, 1), { least: 0.9 }, perSecond),
      ...updated.map((name) => growthOf(name, before, after)),
    ];
  });
}

interface Table {
  name: string;
  updates: number;
  hotUpdates: number;
  dead: number;
  megabytes: number;
  vacuums: number;
}

/** With the parts of each as one. The statistics of a connection are up to a second late. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT substring(relname FROM '^[A-Za-z]+') AS name, sum(n_tup_upd)::float8 AS updates, sum(n_tup_hot_upd)::float8 AS "hotUpdates",
            sum(n_dead_tup)::float8 AS dead, sum(pg_total_relation_size(relid)) / 1e6::float8 AS megabytes,
            sum(autovacuum_count)::float8 AS vacuums
       FROM pg_stat_user_tables GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

function describeTables(tables: Table[]): string {
  return tables
    .filter(({ megabytes, updates }) => megabytes > 1 || updates > 0)
    .map(
      ({ name, dead, megabytes, vacuums }) =>
        `${name} ${megabytes.toFixed(1)} MB, ${dead} dead, ${vacuums} vacuums`,
    )
    .join('; ');
}

function growthOf(name: string, before: Table[], after: Table[]): Finding {
  const [was, is] = [before, after].map((tables) => tables.find((table) => table.name === name));
  const updates = (is?.updates ?? 0) - (was?.updates ?? 0);
  const share = ((is?.hotUpdates ?? 0) - (was?.hotUpdates ?? 0)) / updates;
  const size = (table?: Table) => `${(table?.megabytes ?? 0).toFixed(1)} MB`;
  return figure(
    `${name}: updates that stay on their page`,
    `${(100 * share).toFixed(1)} % of ${updates.toLocaleString('en')}; ${is?.dead ?? 0} dead rows, ${size(is)} (${size(was)} before), ${is?.vacuums ?? 0} vacuums`,
  );
}
