import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dependenciesAreStale } from '../../../../cli/start/dependencies.mjs';
import { fingerprint, stamp } from '../../../../cli/start/fingerprint.mjs';
import { generatedClientIsStale } from '../../../../cli/start/prepare.mjs';
import { nativeModuleWorks } from '../../../../cli/start/native-module.mjs';
import { buildLog, portalBuildIsStale, portalBuildSources } from '../../../../cli/start/portal-build.mjs';
import { commandBundle, serverBundle } from '../../../../cli/start/server-bundle.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-start-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function packages(entries: Record<string, object>): string {
  return JSON.stringify({ packages: { '': { name: 'farebox' }, ...entries } });
}

describe('the dependencies', () => {
  const react = { 'node_modules/react': { version: '19.3.1' } };
  const otherPlatform = { 'node_modules/sharp-other': { version: '1.0.0', optional: true } };

  it.each([
    ['are not installed', react, undefined, true],
    ['are installed', react, react, false],
    ['lack a package', { ...react, 'node_modules/next': { version: '16.4.6' } }, react, true],
    ['have another version', react, { 'node_modules/react': { version: '19.3.0' } }, true],
    ["lack another platform's package", { ...react, ...otherPlatform }, react, false],
    ['have more than is wanted', react, { ...react, 'node_modules/next': { version: '16.4.6' } }, false],
  ])('that %s', (_what, wanted, installed, stale) => {
    write('package-lock.json', packages(wanted));
    if (installed !== undefined) write('node_modules/.package-lock.json', packages(installed));
    expect(dependenciesAreStale(root, { tests: true })).toBe(stale);
  });

  it('are those of the tests, too, only where tests run', () => {
    const forTests = { 'node_modules/vitest': { version: '4.1.11', dev: true } };
    write('package-lock.json', packages({ ...react, ...forTests }));
    write('node_modules/.package-lock.json', packages(react));
    expect([false, true].map((tests) => dependenciesAreStale(root, { tests }))).toEqual([false, true]);
  });
});

describe('the native module', () => {
  it('is made where its file is of another Node', () => {
    write('package.json', '{}');
    write('node_modules/better-sqlite3/index.js', "throw new Error('NODE_MODULE_VERSION 115')");
    expect(nativeModuleWorks(root)).toBe(false);
  });

  it('is left alone where it works', () => {
    expect(nativeModuleWorks(process.cwd())).toBe(true);
  });
});

describe('the build', () => {
  beforeEach(() => {
    write('app/page.tsx', 'page');
    write('app/api/route.ts', 'route');
    write('lib/price.ts', 'price');
    write('package-lock.json', '{}');
    write('server/main.ts', 'server');
    write('prisma/migrate.ts', 'migrate');
    write('.next/BUILD_ID', 'build');
    write(serverBundle, 'server');
    write(commandBundle, 'command line');
    stamp(join(root, '.next/farebox-sources'), fingerprint(root, portalBuildSources));
  });

  it('went without a warning', () => {
    expect(readFileSync(buildLog, 'utf8')).toMatch(/Compiled successfully/);
    expect(readFileSync(buildLog, 'utf8')).not.toMatch(/\bwarning/i);
  });

  it('is kept while its sources are the same, also when a checkout touches them', () => {
    utimesSync(join(root, 'app/page.tsx'), new Date(), new Date(Date.now() + 60_000));
    write('README.md', 'text');
    write('tests/unit/price.test.ts', 'test');
    expect(portalBuildIsStale(root)).toBe(false);
  });

  it.each([
    ['a file changes', () => write('app/api/route.ts', 'other')],
    ['a file is added', () => write('components/card.tsx', 'card')],
    ['a file goes away', () => rmSync(join(root, 'lib/price.ts'))],
    ['the dependencies change', () => write('package-lock.json', '{"packages":{}}')],
    ['the settings of Next change', () => write('next.config.js', 'export default {}')],
    ['the server changes', () => write('server/main.ts', 'other')],
    ['what migrates the database changes', () => write('prisma/migrate.ts', 'other')],
    ['the build is gone', () => rmSync(join(root, '.next/BUILD_ID'))],
    ['the bundle of the server is gone', () => rmSync(join(root, serverBundle))],
    ['the bundle of the command line is gone', () => rmSync(join(root, commandBundle))],
    ['the build was not finished', () => rmSync(join(root, '.next/farebox-sources'))],
  ])('is made anew when %s', (_what, change) => {
    change();
    expect(portalBuildIsStale(root)).toBe(true);
  });
});

describe('the database client', () => {
  const sources = [
    'prisma/schema.prisma',
    'prisma/generate.ts',
    'node_modules/@prisma/internals/package.json',
  ];
  beforeEach(() => {
    for (const source of sources) write(source, source);
    write('prisma/generated/sqlite/client.ts', 'client');
    write('prisma/generated/postgresql/client.ts', 'client');
    stamp(join(root, 'node_modules/.cache/farebox/generated-client'), fingerprint(root, sources));
  });

  it.each(sources)('is generated when %s changes', (source) => {
    expect(generatedClientIsStale(root)).toBe(false);
    write(source, 'other');
    expect(generatedClientIsStale(root)).toBe(true);
  });

  it('is generated when it is gone', () => {
    rmSync(join(root, 'prisma/generated'), { recursive: true });
    expect(generatedClientIsStale(root)).toBe(true);
  });
});
