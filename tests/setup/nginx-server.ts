import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findNginx } from '../../cli/test/nginx.mjs';
import { freePort } from './free-port.ts';

export interface NginxServer {
  url: string;
  close(): Promise<void>;
}

const documented = join(import.meta.dirname, '../../docs/nginx.conf');
const readyMs = 10_000;

/** nginx as docs/nginx.conf has it, before the portals on these ports of loopback. */
export async function startNginx(portalPorts: readonly number[]): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder));
  writeFileSync(join(folder, 'farebox.conf'), withPorts(readFileSync(documented, 'utf8'), port, portalPorts));
  const server = spawn(findNginx() ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const exited = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url, server, () => said);
  return {
    url,
    async close() {
      server.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The addresses of the document are those of an operator. */
function withPorts(text: string, port: number, portalPorts: readonly number[]): string {
  const ports = portalPorts.values();
  const configuration = text
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/server 10\.0\.0\.\d+:3000/g, () => `server 127.0.0.1:${ports.next().value}`);
  if (
    !configuration.includes(`:${port};`) ||
    ports.next().done !== true ||
    configuration.includes('undefined')
  )
    throw new Error(`${documented} is not for ${portalPorts.length} portals.`);
  return configuration;
}

function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n      ')}
      include ${folder}/farebox.conf;
    }`;
}

async function untilListening(url: string, server: ChildProcess, said: () => string): Promise<void> {
  const until = performance.now() + readyMs;
  for (;;) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (server.exitCode !== null || performance.now() > until)
      throw new Error(`nginx did not start.\n${said()}`);
    await setTimeout(20);
  }
}
