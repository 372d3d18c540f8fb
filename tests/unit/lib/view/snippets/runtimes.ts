import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { languages, type LanguageId } from '../../../../../lib/view/snippets/languages.ts';

interface Runtime {
  language: LanguageId;
  /** Tells whether it is there. */
  probe: [command: string, ...args: string[]];
  /** Runs a file that stands in the working folder. */
  run: [command: string, ...args: string[]];
  /** What has to stand beside the file. */
  beside?: Record<string, string>;
  /** Translates the source before it is run, and names the file for the result. */
  translated?: { file: string; translate: (source: string) => Promise<string> };
  /** A start is cheap enough for many inputs. */
  quick?: true;
}

/** What `tsx` and other runners of TypeScript do with a single file; they take half a second to start. */
async function withoutTypes(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  return code;
}

/** The languages, each with a way to run it. */
export const runtimes: Runtime[] = [
  { language: 'curl', probe: ['curl', '--version'], run: ['bash'], quick: true },
  { language: 'javascript', probe: [process.execPath, '--version'], run: [process.execPath], quick: true },
  { language: 'typescript', probe: [process.execPath, '--version'], run: [process.execPath], translated: { file: 'call.mjs', translate: withoutTypes }, quick: true },
  { language: 'python', probe: ['python3', '--version'], run: ['python3'], quick: true },
  { language: 'go', probe: ['go', 'version'], run: ['go', 'run'] },
  {
    language: 'java',
    probe: ['java', '--version'],
    // Before Java 18 a source is read in the character set of the machine. What runs once is not worth much compiling.
    run: ['java', '-Dfile.encoding=UTF-8', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
  },
  {
    language: 'csharp',
    probe: ['dotnet', '--list-sdks'],
    run: ['dotnet', 'run', '--project', '.'],
    beside: {
      'Call.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup></Project>',
    },
  },
  { language: 'php', probe: ['php', '--version'], run: ['php'] },
  { language: 'ruby', probe: ['ruby', '--version'], run: ['ruby'] },
]; // biome-ignore format: a table

/** Whether this machine has the language. */
export function isPresent({ probe: [command, ...args] }: Runtime): boolean {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 300_000 });
  return status === 0 && stdout.trim() !== '';
}

/** Runs a snippet as a person would who saved it to a file. Answers what it printed; a failure of it fails the test. */
export async function runSnippet(
  { language, run, translated, beside = {} }: Runtime,
  source: string,
  key?: string,
): Promise<string> {
  const file = translated?.file ?? languages.find(({ id }) => id === language)?.file ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'farebox-snippet-'));
  try {
    await writeFile(join(folder, file), translated ? await translated.translate(source) : source);
    for (const [name, text] of Object.entries(beside)) await writeFile(join(folder, name), text);
    const { FAREBOX_KEY: _, NODE_OPTIONS: _options, ...environment } = process.env;
    return await output(
      language === 'csharp' ? run : [...run, file],
      folder,
      key === undefined ? environment : { ...environment, FAREBOX_KEY: key },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function output([command = '', ...args]: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [printed, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${command} ended with ${code}: ${complaints.slice(0, 4_000)}`));
    });
  });
}
