import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, installApart } from '../harness/bench.ts';
import type { Post } from '../harness/load.ts';
import { freePort, type Running, start, startServer } from '../harness/processes.ts';
import { callBody } from '../seeds/calls.ts';

/** Another gateway to the same upstream. `proxy` is the least that one of Node does (`harness/servers.ts`). */
export interface Rival {
  name: 'proxy' | 'portkey' | 'express-gateway' | 'nginx';
  post: Post;
  server: Running;
}

const packages = { '@portkey-ai/gateway': '1.15.2', 'express-gateway': '1.16.11' };

/** nginx is included only if it is installed. */
export async function startRivals(bench: Bench, upstreamUrl: string): Promise<Rival[]> {
  const folder = installApart('rivals', packages);
  const rivals = [
    await startProxy(bench, upstreamUrl),
    await startPortkey(bench, folder, upstreamUrl),
    await startExpressGateway(bench, folder, upstreamUrl),
  ];
  if (spawnSync('nginx', ['-v']).status === 0) rivals.push(await startNginx(bench, folder, upstreamUrl));
  else console.log('nginx is not installed on this machine: it is left out.');
  return rivals;
}

async function startProxy(bench: Bench, upstreamUrl: string): Promise<Rival> {
  const server = await bench.start(startServer('proxy', upstreamUrl));
  const port = Number(new URL(server.url).port);
  return { name: 'proxy', server, post: { port, path: '/renders', headers: {}, body: callBody } };
}

/** The AI gateway in its intended use: a chat completion of a provider at a custom address. */
async function startPortkey(bench: Bench, folder: string, upstreamUrl: string): Promise<Rival> {
  const port = await freePort();
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const args = [script, `--port=${port}`, '--headless'];
  const server = await bench.start(start(args, port, { environment: { NODE_ENV: 'production' } }));
  const headers = {
    authorization: 'Bearer none',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstreamUrl}/v1`,
  };
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Sales by quarter' }] });
  return { name: 'portkey', server, post: { port, path: '/v1/chat/completions', headers, body } };
}

/** Only its proxy policy, without users, keys or limits. */
async function startExpressGateway(bench: Bench, folder: string, upstreamUrl: string): Promise<Rival> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const config = join(folder, 'express-gateway-config');
  const home = join(folder, 'node_modules/express-gateway');
  cpSync(join(home, 'bin/generators/gateway/templates/basic/config'), config, { recursive: true });
  cpSync(join(home, 'lib/config/models'), join(config, 'models'), { recursive: true });
  const gateway = {
    http: { port, hostname: '127.0.0.1' },
    admin: { port: adminPort, host: '127.0.0.1' },
    apiEndpoints: { all: { host: '*', paths: '/*' } },
    serviceEndpoints: { upstream: { url: upstreamUrl } },
    policies: ['proxy'],
    pipelines: {
      all: {
        apiEndpoints: ['all'],
        policies: [{ proxy: [{ action: { serviceEndpoint: 'upstream', changeOrigin: true } }] }],
      },
    },
  };
  writeFileSync(join(config, 'gateway.config.yml'), JSON.stringify(gateway));
  const environment = { NODE_ENV: 'production', EG_CONFIG_DIR: config, LOG_LEVEL: 'error' };
  const server = await bench.start(start([join(home, 'lib/index.js')], port, { environment, cwd: folder }));
  return { name: 'express-gateway', server, post: { port, path: '/renders', headers: {}, body: callBody } };
}

async function startNginx(bench: Bench, folder: string, upstreamUrl: string): Promise<Rival> {
  const port = await freePort();
  const home = join(folder, 'nginx');
  mkdirSync(home, { recursive: true });
  const configuration = `
    daemon off; pid ${home}/pid; error_log stderr warn; worker_processes 1;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
      uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
      keepalive_requests 100000000;
      upstream calls { server ${new URL(upstreamUrl).host}; keepalive 64; keepalive_requests 100000000; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://calls; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`;
  writeFileSync(join(home, 'nginx.conf'), configuration);
  const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr'];
  const server = await bench.start(start(args, port, { command: 'nginx' }));
  return { name: 'nginx', server, post: { port, path: '/renders', headers: {}, body: callBody } };
}
