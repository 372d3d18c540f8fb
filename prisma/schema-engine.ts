import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Prisma's migration engine in WebAssembly, on one SQLite file. Its package imports the `.wasm` as a module, which Node
 * allows only with a flag, so it is instantiated here.
 */
export async function withSchemaEngine<Result>(
  databaseFile: string,
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await instantiate();
  const factory = new ClosingAdapterFactory(databaseFile);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(factory);
    return await use(await bindings.SchemaEngine.new({ datamodels: undefined }, ignoreLog, adapter));
  } finally {
    await factory.close();
  }
}

/** The engine takes an exclusive lock and never closes its connection. */
class ClosingAdapterFactory extends PrismaBetterSqlite3 {
  readonly #opened: SqlDriverAdapter[] = [];

  constructor(databaseFile: string) {
    super({ url: `file:${databaseFile}` });
  }

  override async connect() {
    return this.#keep(await super.connect());
  }

  override async connectToShadowDb() {
    return this.#keep(await super.connectToShadowDb());
  }

  async close(): Promise<void> {
    for (const adapter of this.#opened) await adapter.dispose();
  }

  #keep<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
    this.#opened.push(adapter);
    return adapter;
  }
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
