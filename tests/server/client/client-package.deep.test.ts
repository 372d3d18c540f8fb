import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeAccount } from '../../setup/call-portal.ts';
import type { CommandResult } from '../../setup/farebox.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import ts from 'typescript';

const client = join(import.meta.dirname, '../../../client');
/** A build and two commands of npm, on a machine that is busy. */
const packingLimitMs = 300_000;

let portal: RunningPortal;
let folder: string;
let variables: Record<string, string>;
let packed: string[];

/** A program in the folder of a developer, who has set the address and the key of the portal. */
async function run(
  command: string,
  args: string[],
  { cwd = folder, input = '' } = {},
): Promise<CommandResult> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...variables } });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}

const farebox = (args: string[], input?: string) => run('node_modules/.bin/farebox', args, { input });

async function done(result: Promise<CommandResult>): Promise<CommandResult> {
  const { code, stdout, stderr } = await result;
  expect(code, stderr + stdout).toBe(0);
  return { code, stdout, stderr };
}

beforeAll(async () => {
  portal = await startPortal([], undefined, {}, undefined, { pages: false });
  const { key } = await makeAccount(portal.dataFolder, 1_000);
  variables = { FAREBOX_URL: portal.url, FAREBOX_KEY: key };
  folder = await mkdtemp(join(tmpdir(), 'farebox-client-'));
  const npm = (args: string[], cwd = folder) => done(run('npm', args, { cwd }));
  const pack = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder];
  // The build before it may write lines of its own.
  const { stdout } = await npm(pack, client);
  const [report] = z
    .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(stdout.slice(stdout.indexOf('[\n'))));
  packed = report?.files.map(({ path }) => path) ?? [];
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${report?.filename}`]);
}, packingLimitMs);

afterAll(async () => {
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The code of the README in a language. */
async function readmeCode(language: string): Promise<string[]> {
  const readme = await readFile(join(client, 'README.md'), 'utf8');
  return [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

describe('the package of the client', () => {
  it('has its build, and nothing that it was made of', async () => {
    const others = packed.filter(
      (path) => !/^dist\/(?:[\w-]+\.js|LICENSE-[\w-]+|types\/.+\.d\.ts)$/.test(path),
    );
    expect(others.sort()).toEqual(['README.md', 'package.json']);
    expect(packed).toContain('dist/index.js');
    const installed = JSON.parse(await readFile(join(folder, 'node_modules/farebox/package.json'), 'utf8'));
    expect([installed.dependencies, installed.peerDependencies]).toEqual([undefined, undefined]);
    expect(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages).toHaveProperty(
      ['node_modules/farebox', 'resolved'],
      expect.stringMatching(/^file:farebox-/),
    );
  });

  it('does what its quickstart says', async () => {
    const [code = ''] = await readmeCode('js');
    await writeFile(join(folder, 'quickstart.mjs'), code);
    const { stdout, stderr } = await done(run(process.execPath, ['quickstart.mjs']));
    expect(stdout).toMatch(
      /^It costs at most \d+ credits\.\nimage\/\w+.*, charged \d+, \d+ left\.\nThe receipt is valid\.\n$/,
    );
    expect(stderr).toBe('');
  });

  it('does what the other examples of its README say', async () => {
    const [quickstart = '', streaming = '', history = '', problem = ''] = await readmeCode('js');
    const parts = [quickstart, streaming, history, problem];
    await writeFile(join(folder, 'examples.mjs'), parts.join('\n'));
    const { stdout, stderr } = await done(run(process.execPath, ['examples.mjs']));
    expect(stdout).toMatch(
      /\n\w.+\{ charged: \d+, quoted: \d+, balance: \d+ \}\n\d+ credits are available\.\nQR code 1\n/s,
    );
    expect(stderr).toBe('');
  });

  it('has the commands that its quickstart says', async () => {
    const [, commands = ''] = await readmeCode('sh');
    expect(commands).toContain('npx farebox types');
    const { stderr } = await done(run('bash', ['-euo', 'pipefail', '-c', commands]));
    expect(stderr).toContain('The charge and the signature are valid.\n');
    expect((await readFile(join(folder, 'code.png'))).subarray(1, 4).toString()).toBe('PNG');
    expect(JSON.parse(await readFile(join(folder, 'call.json'), 'utf8'))).toMatchObject({
      out: 'code.png',
      charged: expect.any(Number),
    });
  });

  it('has declarations that hold, also with those of products', async () => {
    await done(farebox(['types', 'qr-code', 'text-statistics', '--out', 'products.d.ts']));
    const lines = [
      "import { Farebox, type Receipt } from 'farebox';",
      "const farebox = new Farebox({ url: 'http://127.0.0.1' });",
      "export const bytes: Uint8Array = (await farebox.call('qr-code', { text: 'a' })).data;",
      "export const receipt: Receipt = await farebox.wait('call');",
      "await farebox.call('qr-code', { text: 1 });",
      "await farebox.quote('text-statistics', { txt: 'a' });",
    ];
    await writeFile(join(folder, 'program.mts'), lines.join('\n'));
    const roots = [join(folder, 'program.mts'), join(folder, 'products.d.ts')];
    const program = ts.createProgram(roots, {
      ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [] },
      ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${file?.fileName.split('/').at(-1)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(faults).toEqual([
      expect.stringMatching(/^program\.mts:5: .*'number' is not assignable/),
      expect.stringMatching(/^program\.mts:6: .*'txt' does not exist/),
    ]);
  });

  it('takes an input from arguments, files and standard input', async () => {
    await writeFile(join(folder, 'input.json'), '{"text":"one two three","top":1}');
    const count = async (args: string[], input?: string) => {
      const { stdout } = await done(farebox(['call', 'text-statistics', ...args], input));
      const { words, frequent } = JSON.parse(stdout).data;
      return [words, frequent.length];
    };
    expect(await count(['--input', 'input.json'])).toEqual([3, 1]);
    expect(await count(['--input', 'input.json', 'text=one two', 'top:=2'])).toEqual([2, 2]);
    expect(await count(['--input', '-'], '{"text":"one","top":0}')).toEqual([1, 0]);
    await done(farebox(['call', 'resize-image', 'file@code.png', 'width:=32', '--out', 'small.png']));
    // The width of a PNG is in its header.
    expect((await readFile(join(folder, 'small.png'))).readUInt32BE(16)).toBe(32);
    const inline = JSON.parse((await done(farebox(['call', 'resize-image', 'file@code.png']))).stdout);
    expect([inline.encoding, Buffer.from(inline.data, 'base64').readUInt32BE(16)]).toEqual(['base64', 64]);
  });

  it('tells with its exit code what became of a command', async () => {
    const call = ['call', 'qr-code', 'text=a'];
    const refused = await farebox([...call, '--max-credits', '0']);
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([1, { code: 'over-max-credits' }]);
    const wrong = await farebox(['call', 'qr-code', 'text:=7']);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('/text: ')]);
    const receipt = await readFile(join(folder, 'receipt.json'), 'utf8');
    const changed = await farebox(['verify', '-'], receipt.replace(/"charged": \d+/, '"charged": 0'));
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('/charged is 0.')]);
    const nobody = ['--url', 'http://127.0.0.1:1'];
    const foreign = await farebox(['verify', 'receipt.json', '--receipt-key', 'another', ...nobody]);
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('Signed by another key')]);
    for (const args of [
      ['cal'],
      ['call'],
      [...call, '--max-credit', '1'],
      [...call, '--max-credits', 'x'],
      ['verify', 'input.json'],
      ['quote', 'qr-code', 'text'],
      ['types', '--url', 'portal', 'x'],
    ]) {
      const { code, stdout, stderr } = await farebox(args);
      expect([args, code, stdout, stderr.split('\n').length]).toEqual([args, 2, '', 2]);
    }
    const away = await farebox([...call, ...nobody]);
    expect([away.code, away.stdout, away.stderr]).toEqual([
      3,
      '',
      expect.stringContaining('--idempotency-key '),
    ]);
    expect((await farebox(['--help'])).code).toBe(0);
  });
});
