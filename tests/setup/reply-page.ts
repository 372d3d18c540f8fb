import { createServer, type RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { compileStyles } from './compile-styles.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** What the pages of the portal say of what may run and be loaded, as far as it concerns a reply. */
const policy =
  "default-src 'self'; script-src 'self' 'nonce-of-the-page'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; media-src blob:; frame-src blob:; object-src 'none'; base-uri 'none'";

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Reply</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/reply.css"><script type="module" src="/reply-page-entry.js"></script></head>
<body><main style="padding:1rem"><h1 class="sr-only">A reply</h1><button id="stop" type="button">Stop</button><div id="reply"></div></main></body>
</html>`;

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

export interface ReplyPage {
  url: string;
  /** What the call answers from now on. */
  reply: (listener: RequestListener) => void;
  /** The paths of all requests that were for neither the page nor the reply. */
  strays: string[];
  close: () => Promise<void>;
}

/** A server with a page that shows a reply: the components as they are bundled for a browser, and nothing around them. */
export async function openReplyPage(): Promise<ReplyPage> {
  const files = await pageFiles();
  const strays: string[] = [];
  let answer: RequestListener = (_incoming, outgoing) => void outgoing.end();
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const file = files.get(path);
    if (file !== undefined) {
      outgoing.setHeader('content-type', types[extname(path)] ?? 'text/html; charset=utf-8');
      if (path !== '/without-policy') outgoing.setHeader('content-security-policy', policy);
      outgoing.end(file);
    } else if (path === '/reply') {
      answer(incoming, outgoing);
    } else {
      strays.push(path);
      outgoing.writeHead(404).end();
    }
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    reply: (listener) => {
      answer = listener;
    },
    strays,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pageFiles(): Promise<Map<string, string | Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'reply-page-entry.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    outdir: '/',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    target: 'es2022',
    logLevel: 'error',
  });
  const files = new Map<string, string | Uint8Array>([
    ['/', page],
    // What a viewer lets through is not to be left to the page around it.
    ['/without-policy', page],
    ['/reply.css', await compileStyles()],
  ]);
  for (const { path, contents } of outputFiles) files.set(path, contents);
  return files;
}
