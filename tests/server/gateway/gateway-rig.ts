import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type EffectiveLimits, effectiveLimits, type Limits } from '../../../lib/operation/limits.ts';
import { parseEgressAllow } from '../../../server/gateway/egress-allow.ts';
import { Gateway, type GatewayOptions } from '../../../server/gateway/gateway.ts';
import type { UpstreamReply, UpstreamCall } from '../../../server/gateway/upstream-call.ts';
import { UpstreamFailure } from '../../../server/gateway/exchange-failures.ts';
import { type FaultyLine, type LineFault, startFaultyLine } from '../../setup/faulty-line.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';

export interface TestUpstream {
  port: number;
  url: string;
  /** The requests that arrived, in order. */
  requests: IncomingMessage[];
}

/** A server on loopback for one test. */
export async function startUpstream(handle: RequestListener): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  const port = await listenOnLoopback(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

/** One that says what it is told to, byte for byte, as soon as something arrives; '' says nothing. */
export async function startRawUpstream(
  answer: string,
  then: (socket: Socket) => void = () => {},
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      if (answer !== '') socket.write(answer, 'latin1');
      then(socket);
    });
  });
  const port = await listenOnLoopback(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${port}`;
}

/** One that does the same with whatever it hears. */
export async function startTalker(talk: (socket: Socket) => void): Promise<string> {
  return startRawUpstream('', (socket) => {
    talk(socket);
    socket.on('data', () => talk(socket));
  });
}

/** A line to a server on loopback for one test. */
export async function startLine(targetPort: number, fault?: LineFault): Promise<FaultyLine> {
  const line = await startFaultyLine(targetPort, fault);
  onTestFinished(line.close);
  return line;
}

export function testGateway(options: Partial<GatewayOptions> & { allowed?: string } = {}): Gateway {
  const allow = parseEgressAllow(options.allowed ?? '127.0.0.1');
  if (typeof allow === 'string') throw new Error(`${allow} cannot be allowed.`);
  return new Gateway({ allow, ...options });
}

export function limitsOf(limits: Limits = {}): EffectiveLimits {
  return effectiveLimits(limits);
}

export type CallChanges = Partial<Omit<UpstreamCall, 'limits' | 'request'>> & {
  limits?: Limits;
  request?: Partial<UpstreamCall['request']>;
};

export function callTo(url: string, { limits, request, ...changes }: CallChanges = {}): UpstreamCall {
  return {
    request: { method: 'GET', url, headers: [], ...request },
    secrets: [],
    limits: limitsOf(limits),
    callId: 'call_one',
    caller: 'acc_one',
    ...changes,
  };
}

/** What a call ends with: the body's text, or the failure. */
export async function outcomeOf(
  replying: Promise<UpstreamReply>,
  mostBytes = 1024 * 1024,
): Promise<string | UpstreamFailure> {
  try {
    const reply = await replying;
    const whole = await reply.buffer(mostBytes);
    return whole === null ? (await streamed(reply)).toString() : whole.toString();
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
}

export async function failureOf(
  replying: Promise<UpstreamReply>,
  mostBytes?: number,
): Promise<UpstreamFailure> {
  const outcome = await outcomeOf(replying, mostBytes);
  if (typeof outcome === 'string')
    throw new Error(`Expected a failure; the answer was ${outcome.slice(0, 200)}`);
  return outcome;
}

export async function streamed({ body }: UpstreamReply): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

/** Something that happens once, and can be waited for. */
export function signalOf(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
