import { handlerOf } from '../../doors/endpoint.ts';
import type { HttpResponse, StreamedResponse } from '../../http/response.ts';
import { findOperation } from './router.ts';

/** The API as a handler of Next, which development alone uses: Next takes changes of it without a new start. */
async function answer(request: Request): Promise<Response> {
  const { route, params } = findOperation(new URL(request.url).pathname);
  return fetchResponseOf(await handlerOf(route, request.method).make(request, params));
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

function fetchResponseOf(response: HttpResponse): Response {
  return new Response(bodyOf(response), { status: response.status, headers: response.headers });
}

function bodyOf(response: HttpResponse): BodyInit | null {
  if ('chunks' in response) return streamOf(response.chunks);
  const { payload } = response;
  if (payload.length === 0) return null;
  return typeof payload === 'string' ? payload : new Uint8Array(payload);
}

function streamOf(chunks: StreamedResponse['chunks']): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
