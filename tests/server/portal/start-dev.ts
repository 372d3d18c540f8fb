import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dependenciesAreStale, npmCommand } from '../../../cli/start/dependencies.mjs';
import { freePort } from '../../setup/free-port.ts';
import { portalVariables } from '../../setup/start-portal.ts';

export interface RunningDev {
  /** Replaces text in a source file, as a person does in an editor. */
  edit: (file: string, from: string, to: string) => Promise<void>;
  /** The answer at a path, once it holds the text. */
  untilAnswer: (path: string, text: string) => Promise<string>;
  /** Fails where a process stays behind. */
  stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = [
  ...['app', 'catalogue', 'cli', 'components', 'examples', 'lib', 'prisma', 'server'],
  ...['next.config.js', 'package.json', 'package-lock.json', 'postcss.config.mjs', 'tsconfig.json'],
];
const pollEveryMs = 50;
/** On a machine that does other things besides, the first page takes minutes to be compiled. Past this, nothing comes. */
const answerLimitMs = 600_000;
/** A server that starts anew may take a request with it. */
const requestLimitMs = 60_000;
const stopLimitMs = 120_000;

/** `npm run dev` on a copy of the sources, so that they can be changed. */
export async function startDev(): Promise<RunningDev> {
  const folder = await copyProject();
  const port = await freePort();
  const npm = npmCommand();
  const dev = spawn(npm.command, [...npm.args, 'run', 'dev'], {
    cwd: folder,
    env: { ...process.env, ...portalVariables(port, join(folder, 'data')) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  // Each process below it holds these streams: they close when the last one has ended.
  const closed = new Promise<void>((resolve) => dev.once('close', () => resolve()));

  return {
    async edit(file, from, to) {
      const text = await readFile(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await writeFile(join(folder, file), text.replace(from, to));
    },
    async untilAnswer(path, text) {
      const deadline = performance.now() + answerLimitMs;
      let answer = '';
      while (performance.now() < deadline) {
        answer = await read(`http://127.0.0.1:${port}${path}`);
        if (answer.includes(text)) return answer;
        await setTimeout(pollEveryMs);
      }
      throw new Error(`${path} never held "${text}". It last held:\n${answer}\nThe output was:\n${output}`);
    },
    async stop() {
      dev.kill('SIGTERM');
      const late = setTimeout(stopLimitMs, 'late', { ref: false });
      const isLate = (await Promise.race([closed, late])) === 'late';
      await rm(folder, { recursive: true, force: true });
      if (isLate)
        throw new Error(`Something that npm run dev started did not end. The output was:\n${output}`);
    },
  };
}

/** Returns the answer, or the error: a server that restarts may answer half, or nothing. */
async function read(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(requestLimitMs) });
    return await answer.text();
  } catch (error) {
    return String(error);
  }
}

/**
 * The sources, and the packages as links: all but their cache, in which the copy would leave its own marks. Turbopack
 * reads nothing outside of its root, so that the root must hold the copy and what its links lead to.
 */
async function copyProject(): Promise<string> {
  // It would install them through the links, into the folder that they lead to.
  if (dependenciesAreStale(root, { tests: true }))
    throw new Error('Install the dependencies first: npm install.');
  const folder = await mkdtemp(join(tmpdir(), 'farebox-dev-'));
  const generated = join(root, 'prisma/generated');
  for (const source of sources) {
    await cp(join(root, source), join(folder, source), {
      recursive: true,
      filter: (path) => path !== generated,
    });
  }
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(root, 'node_modules', name), join(packages, name))));

  const config = join(folder, 'next.config.js');
  const text = await readFile(config, 'utf8');
  if (!text.includes('import.meta.dirname')) throw new Error('next.config.js does not name its own folder.');
  await writeFile(config, text.replace('import.meta.dirname', JSON.stringify(parse(folder).root)));
  return folder;
}
