import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  p99Ms: number;
}

interface Question {
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  /** Returns the path of the next request, to vary the requests. */
  nextPath?: () => string;
}

const connections = 16;
const seconds = 4;

/** Sixteen connections that send as fast as responses arrive. Every response must be a 200. */
export async function load({ url, method = 'GET', body, nextPath }: Question): Promise<Load> {
  const taken: number[] = [];
  const options = {
    url,
    method,
    connections,
    duration: seconds,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    ...(nextPath && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: nextPath() }) }],
    }),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, done) =>
      error ? reject(asError(error)) : resolve(done),
    );
    instance.on('response', (_client, _status, _bytes, milliseconds) => taken.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  taken.sort((a, b) => a - b);
  return {
    requestsPerSecond: result.requests.average,
    p99Ms: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN,
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The times of sequential requests in milliseconds, sorted. */
export async function times(urls: string[]): Promise<number[]> {
  const taken: number[] = [];
  for (const url of urls) {
    const start = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    taken.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  }
  return taken.sort((a, b) => a - b);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
