import { join } from 'node:path';
import { defineConfig } from 'prisma/config';

const dataFolder = process.env['FAREBOX_DATA'] ?? 'data';

/** For Prisma's own command line, where it can run; the portal itself migrates with `prisma/migrate.ts`. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: `file:${join(dataFolder, 'farebox.db')}` },
  experimental: { externalTables: true },
  tables: {
    external: [
      'product_search',
      'product_search_config',
      'product_search_data',
      'product_search_docsize',
      'product_search_idx',
    ],
  },
});
