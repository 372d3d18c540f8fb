import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseDocument, Scalar } from 'yaml';
import { createToolbox } from './app.ts';
import { documentFile, type ExampleRequest, exampleRequests, isJsonObject } from './document.ts';
import { WorkerPool } from './work/worker-pool.ts';

/** Makes every example call and writes the responses into the document, so that its examples are real. */
async function refreshExamples(): Promise<void> {
  const pool = new WorkerPool();
  const server = createServer(createToolbox(pool).app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const document = parseDocument(readFileSync(documentFile, 'utf8'));
  for (const request of exampleRequests()) {
    for (const call of [request, ...streamed(request)]) {
      const response = await fetch(`http://127.0.0.1:${port}${call.path}`, call.init);
      if (!response.ok)
        throw new Error(`${call.operationId} answers ${response.status}: ${await response.text()}`);
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      const responseNode = ['paths', call.template, call.method, 'responses', '200'];
      document.setIn([...responseNode, 'content', type, 'example'], await exampleOf(response, type));
    }
  }
  writeFileSync(documentFile, document.toString({ lineWidth: 0 }));
  server.close();
  pool.close();
}

/** An operation that can stream is called a second time for events. */
function streamed(request: ExampleRequest): ExampleRequest[] {
  const { body } = request.init;
  if (request.operationId !== 'generateText' || typeof body !== 'string') return [];
  const input: unknown = JSON.parse(body);
  const short = { ...(isJsonObject(input) ? input : {}), max_tokens: 3, stream: true };
  return [{ ...request, init: { ...request.init, body: JSON.stringify(short) } }];
}

async function exampleOf(response: Response, type: string): Promise<unknown> {
  if (type === 'application/json') return response.json();
  if (type.startsWith('text/') || type === 'image/svg+xml') return blockOf(await response.text());
  return `data:${type};base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`;
}

/** Writes multi-line text as a block. */
function blockOf(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = text.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_SINGLE;
  return scalar;
}

await refreshExamples();
