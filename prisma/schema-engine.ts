import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** Opens connections for the engine, which never closes them, and closes them. */
export interface EngineConnections {
  factory: SqlMigrationAwareDriverAdapterFactory;
  close(): Promise<void>;
}

/**
 * Prisma's migration engine in WebAssembly, on one database. Its package imports the `.wasm` as a module, which Node
 * allows only with a flag, so it is instantiated here.
 */
export async function withSchemaEngine<Result>(
  { factory, close }: EngineConnections,
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await instantiate();
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(factory);
    return await use(await bindings.SchemaEngine.new({ datamodels: undefined }, ignoreLog, adapter));
  } finally {
    await close();
  }
}

export function sqliteFile(databaseFile: string): EngineConnections {
  return closing(new PrismaBetterSqlite3({ url: `file:${databaseFile}` }));
}

export function postgresAddress(connectionString: string): EngineConnections {
  return closing(new PrismaPg({ connectionString }));
}

function closing(factory: SqlMigrationAwareDriverAdapterFactory): EngineConnections {
  const opened: SqlDriverAdapter[] = [];
  const keep = async (connecting: Promise<SqlDriverAdapter>) => {
    const adapter = await connecting;
    opened.push(adapter);
    return adapter;
  };
  return {
    factory: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: () => keep(factory.connect()),
      connectToShadowDb: () => keep(factory.connectToShadowDb()),
    },
    async close() {
      for (const adapter of opened) await adapter.dispose();
    },
  };
}

let instantiated: Promise<void> | undefined;

function instantiate(): Promise<void> {
  instantiated ??= (async () => {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve('@prisma/schema-engine-wasm'));
    const binary = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': { ...bindings } });
    bindings.__wbg_set_wasm(instance.exports);
    callStart(instance.exports);
  })();
  return instantiated;
}

function callStart(exports: WebAssembly.Exports): void {
  const start = exports['__wbindgen_start'];
  if (typeof start !== 'function') throw new Error('The schema engine has no start function.');
  Reflect.apply(start, undefined, []);
}

function ignoreLog(): void {}
