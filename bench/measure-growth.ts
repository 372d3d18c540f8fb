import { rmSync } from 'node:fs';
import type pg from 'pg';
import { startBenchPostgres, withClient } from './bench-postgres.ts';
import { callOf, mayCall } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire } from './fire.ts';
import { startPostgresPortal, startUpstream } from './processes.ts';
import { seedCalls } from './seed-calls.ts';

const connections = 64;
const warmUpSeconds = 20;
const minuteSeconds = 60;
/** Rows that calls update again and again. */
const updated = ['Purse', 'PurseShare', 'Call', 'KeySpend', 'DailyUse', 'Instance'];

/** Measures dead rows and table sizes in PostgreSQL under many calls. Keys have caps, so that their spending is counted. */
export async function measureGrowth(folder: string, minutes: number): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const upstream = await startUpstream();
  const postgres = await startBenchPostgres(folder);
  const place = await postgres.makePlace('growth');
  const keys = await seedCalls(place, upstream.url, { count: connections, capTotal: 1e12 });
  const portal = await startPostgresPortal(place, mayCall(upstream.url));
  const posts = keys.map((key) => callOf(portal, key));
  await fire(posts, { connections, seconds: warmUpSeconds });
  const findings = await withClient(place.databaseUrl, async (client) => {
    const before = await readTables(client);
    const rates: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      rates.push((await fire(posts, { connections, seconds: minuteSeconds })).requestsPerSecond);
      console.log(
        `Minute ${minute}: ${Math.round(rates.at(-1) ?? 0)} calls/s; ${told(await readTables(client))}`,
      );
    }
    return findingsOf(rates, before, await readTables(client));
  });
  for (const server of [portal, upstream]) await server.stop();
  await postgres.close();
  return findings;
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

function told(tables: Table[]): string {
  return tables
    .filter(({ megabytes, updates }) => megabytes > 1 || updates > 0)
    .map(
      ({ name, dead, megabytes, vacuums }) =>
        `${name} ${megabytes.toFixed(1)} MB, ${dead} dead, ${vacuums} vacuums`,
    )
    .join('; ');
}

function findingsOf(rates: number[], before: Table[], after: Table[]): Finding[] {
  const [first = Number.NaN] = rates;
  const last = rates.at(-1) ?? Number.NaN;
  const detail = `${Math.round(last)}/s against ${Math.round(first)}/s`;
  return [
    ratio(
      `Calls on PostgreSQL, minute ${rates.length} against the first`,
      last / first,
      { least: 0.9 },
      detail,
    ),
    ...updated.map((name) => growthOf(name, before, after)),
  ];
}

function growthOf(name: string, before: Table[], after: Table[]): Finding {
  const [was, is] = [before, after].map((tables) => tables.find((table) => table.name === name));
  const updates = (is?.updates ?? 0) - (was?.updates ?? 0);
  const share = ((is?.hotUpdates ?? 0) - (was?.hotUpdates ?? 0)) / updates;
  const size = (table?: Table) => `${(table?.megabytes ?? 0).toFixed(1)} MB`;
  return {
    what: `${name}: updates that stay on their page`,
    measured: `${(100 * share).toFixed(1)} % of ${updates.toLocaleString('en')}; ${is?.dead ?? 0} dead rows, ${size(is)} (${size(was)} before), ${is?.vacuums ?? 0} vacuums`,
    target: 'none',
    isMet: null,
  };
}
