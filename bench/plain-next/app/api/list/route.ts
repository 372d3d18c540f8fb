import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../../../prisma/generated/sqlite/client.ts';

const adapter = new PrismaBetterSqlite3(
  { url: `file:${process.env['BENCH_DATABASE'] ?? ''}` },
  { timestampFormat: 'unixepoch-ms' },
);
const prisma = new PrismaClient({ adapter });
const pageSize = 10;

/** A simple list endpoint: a route handler, Prisma, a count and a page. */
export async function GET(request: Request): Promise<Response> {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const [total, rows] = await Promise.all([
    prisma.product.count({ where: { status: 1 } }),
    prisma.product.findMany({
      where: { status: 1 },
      orderBy: [{ deprecated: 'asc' }, { sortName: 'asc' }, { id: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      include: { version: { select: { template: true } }, tags: { include: { tag: true } } },
    }),
  ]);
  const list = rows.map(({ key: _key, versionKey: _version, ...row }) => ({
    ...row,
    introduction: JSON.parse(row.introduction),
  }));
  return Response.json({ list, total });
}
