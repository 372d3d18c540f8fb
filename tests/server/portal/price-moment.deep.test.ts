import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { checkData } from '../../../server/store/check-data.ts';
import type { DataPlace } from '../../../server/env.ts';
import { makeAccountsAt } from '../../setup/call-portal.ts';
import { placeOf } from '../../setup/data-place.ts';
import { testEgress } from '../../setup/farebox.ts';
import { startPostgres, type PostgresServer } from '../../setup/postgres-server.ts';
import { readRows } from '../../setup/rows.ts';
import { runStepsIn } from '../../setup/run-steps-in.ts';
import { sendCall } from '../../setup/send-call.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { publishProductsAt } from '../../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';

const secret = 'a secret of portals that change a price together';
const variables = {
  FAREBOX_SECRET: secret,
  FAREBOX_EGRESS_ALLOW: testEgress,
  FAREBOX_PRICE_NOTICE_DAYS: '14',
};
const parts = { pages: false, toolbox: false };

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Publishes the product at 3 credits, and then at 4, which is planned. */
async function publishAndPlan(place: DataPlace): Promise<void> {
  for (const credits of [3, 4]) {
    const lines = [{ label: 'Call', flat: credits }];
    await publishProductsAt(place, upstream.url, [{ slug: 'rising', lines, maximum: 9 }]);
  }
}

async function expectNoFaults(place: DataPlace): Promise<void> {
  expect(await checkData(place)).toEqual({ inconsistencies: [] });
}

describe('three portals that share a database', () => {
  let postgres: PostgresServer;
  let place: { dataFolder: string; databaseUrl: string };
  let portals: RunningPortal[];
  const start = () =>
    startPortal([], emptyData, { ...variables, DATABASE_URL: place.databaseUrl }, undefined, parts);

  beforeAll(async () => {
    postgres = await startPostgres();
    place = { dataFolder: '', databaseUrl: await postgres.makeDatabase('moment') };
    portals = await Promise.all([start(), start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(portals.map((portal) => portal.stop()));
    await postgres.close();
  });

  it('change the price in one millisecond, also one that was killed before and starts after', async () => {
    await publishAndPlan(place);
    const [account] = await makeAccountsAt(place, [1_000_000]);
    const pool = openConnections(place.databaseUrl, 4);
    const now = async () => {
      const { rows } = await pool.query<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      return rows[0]?.now ?? Number.NaN;
    };
    const call = async ({ url }: RunningPortal) => {
      const from = await now();
      const { status, charged, callId } = await sendCall(url, 'rising', {}, { key: account?.key ?? '' });
      return { status, charged, callId, from, to: await now() };
    };
    const [first, second, third] = portals;
    if (!first || !second || !third) throw new Error('There are three portals.');
    expect((await Promise.all(portals.map(call))).map(({ charged }) => charged)).toEqual([3, 3, 3]);
    process.kill(third.pid, 'SIGKILL');
    await third.exited;
    // No portal is told of the new moment: the database alone has it.
    const at = Math.ceil(await now()) + 1_000;
    await pool.query('UPDATE "PlannedVersion" SET "effectiveAt" = time_of($1) WHERE "state" = 1', [at]);
    await pool.query('UPDATE "Product" SET "nextAt" = time_of($1) WHERE "nextAt" IS NOT NULL', [at]);
    const untilRisen = async (portal: RunningPortal) => {
      const made = [await call(portal)];
      while (made.at(-1)?.charged !== 4) made.push(await call(portal));
      return [...made, await call(portal)];
    };
    const made = (await Promise.all([first, first, second, second].map(untilRisen))).flat();
    expect(made.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const wrong = made.filter(
      ({ charged, from, to }) => !(charged === 3 ? from < at : charged === 4 && to >= at),
    );
    expect(wrong).toEqual([]);
    expect(made.filter(({ charged }) => charged === 3).length).toBeGreaterThan(3);
    portals[2] = await start();
    expect(await call(portals[2])).toMatchObject({ status: 200, charged: 4 });
    const release = `SELECT ms_of(r."publishedAt") AS at, r."number" FROM "ProductRelease" r JOIN "Product" p ON p."key" = r."productKey" WHERE p."slug" = 'rising' ORDER BY 2 DESC`;
    await expect
      .poll(async () => (await pool.query(release)).rows)
      .toEqual([
        { at, number: 2 },
        { at: expect.any(Number), number: 1 },
      ]);
    const { rows } = await pool.query(
      `SELECT count(*)::integer AS wrong FROM "Call" c JOIN "TemplateVersion" v ON v."key" = c."versionKey"
        WHERE (v."document"::jsonb #>> '{x-farebox,price,lines,0,flat}')::integer <> c."quoted"`,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
    await pool.end();
    await third.stop();
    await expectNoFaults(place);
  });
});

it('a portal that is killed before the moment has the price from then on when it starts again', async () => {
  const killed = await startPortal([], emptyData, variables, undefined, parts);
  const { dataFolder } = killed;
  const place = placeOf(dataFolder);
  await publishAndPlan(place);
  expect((await sendCall(killed.url, 'rising', {})).charged).toBe(3);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  const at = Date.now() + 300;
  runStepsIn(
    dataFolder,
    (function* () {
      yield* run(statement('UPDATE PlannedVersion SET effectiveAt = ? WHERE state = 1'), timeOf(at));
      yield* run(statement('UPDATE Product SET nextAt = ? WHERE nextAt IS NOT NULL'), timeOf(at));
    })(),
  );
  const again = await startPortal(
    [],
    emptyData,
    { ...variables, FAREBOX_DATA: dataFolder },
    undefined,
    parts,
  );
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(at);
  expect((await sendCall(again.url, 'rising', {})).charged).toBe(4);
  const release =
    'SELECT publishedAt AS at, number FROM ProductRelease WHERE productKey = (SELECT key FROM Product WHERE slug = ?) ORDER BY number DESC';
  await expect
    .poll(() => readRows(dataFolder, release, 'rising'))
    .toMatchObject([{ at, number: 2 }, { number: 1 }]);
  await expectNoFaults(place);
  await again.stop();
  await killed.stop();
});
