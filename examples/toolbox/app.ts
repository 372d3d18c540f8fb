import { Readable } from 'node:stream';
import express, { type Express, type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenApiRequestMetadata, OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { readDocument, isJsonObject } from './document.ts';
import type { Operation, Reply } from './operation.ts';
import { checkIbans, checkIsbn, parsePhone } from './operations/checks.ts';
import { checkContrast, convertColour, createColourScale } from './operations/colours.ts';
import { compareVersions, createIds, decodeJwt, slugifyTexts } from './operations/developer.ts';
import { convertTime, convertUnits } from './operations/conversions.ts';
import { generateText } from './chat.ts';
import { answerProblem } from './problem.ts';
import type { WorkerPool } from './work/worker-pool.ts';

const bodyLimitBytes = 1024 * 1024;
const fileLimitBytes = 4 * 1024 * 1024;
const formFieldLimitBytes = 64 * 1024;

/** By operationId. No valid input takes them longer than about ten milliseconds. */
export const quickOperations: Readonly<Record<string, Operation>> = {
  checkContrast,
  checkIbans,
  checkIsbn,
  compareVersions,
  convertColour,
  convertTime,
  convertUnits,
  createColourScale,
  createIds,
  decodeJwt,
  generateText,
  parsePhone,
  slugifyTexts,
};

declare global {
  namespace Express {
    interface Request {
      openapi?: OpenApiRequestMetadata;
    }
  }
}

interface Toolbox {
  app: Express;
  /** So that the first request waits for nothing. */
  warmUp(): void;
}

/**
 * The service. The document validates requests and names their operation. It is read, and what validates is made, with the
 * first request or when there is time: they take longer than all else at a start.
 */
export function createToolbox(pool: WorkerPool): Toolbox {
  const app = express();
  app.disable('x-powered-by');
  const document = whenNeeded(readDocument);
  app.get('/openapi.json', (_request, response) => void response.json(document()));
  app.use(express.json({ limit: bodyLimitBytes }));
  app.use(express.urlencoded({ extended: false, limit: bodyLimitBytes }));
  app.use((request, _response, next) => {
    request.url = request.originalUrl = encodeReserved(request.originalUrl);
    next();
  });
  // Forms know only text, so their values are coerced; JSON has types, so its values are not.
  const forms = whenNeeded(() => requestValidator(document(), 'array'));
  const others = whenNeeded(() => requestValidator(document(), false));
  app.use((request, response, next) => (isForm(request) ? forms : others)()(request, response, next));
  app.use((request, response) => answerOperation(request, response, pool));
  app.use(answerProblem);
  return { app, warmUp: () => void [forms(), others()] };
}

function whenNeeded<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** RFC 3986 allows these characters in a query, and forms write a space as +, but the validator wants them encoded. */
function encodeReserved(url: string): string {
  const [path = '', ...query] = url.split('?');
  const encoded = query.join('?').replace(/[:/?@!$'()*;]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return query.length > 0 ? `${path}?${encoded.replaceAll('+', '%20')}` : path;
}

function requestValidator(document: OpenAPIV3.DocumentV3_1, coerceTypes: false | 'array') {
  const router = express.Router();
  router.use(
    middleware({
      // It changes its document, which a test holds to OpenAPI's own schema.
      apiSpec: structuredClone(document),
      validateApiSpec: false,
      validateRequests: { coerceTypes },
      validateResponses: false,
      fileUploader: {
        limits: { fileSize: fileLimitBytes, files: 1, fields: 32, fieldSize: formFieldLimitBytes },
      },
    }),
  );
  return router;
}

function isForm(request: Request): boolean {
  return Boolean(request.is(['application/x-www-form-urlencoded', 'multipart/form-data']));
}

async function answerOperation(request: Request, response: Response, pool: WorkerPool): Promise<void> {
  const documented = documentedOperation(request);
  const body: unknown = request.body;
  const fields = isJsonObject(body) ? body : {};
  const input = { ...documented.headers, ...documented.path, ...request.query, ...fields };
  const quick = quickOperations[documented.id];
  if (quick) return send(response, await quick(input));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const work = { operationId: documented.id, input: JSON.stringify(input), files: uploaded(request) };
  send(response, await pool.run(work, gone.signal));
}

function send(response: Response, { type, body }: Reply): void {
  response.setHeader('Content-Type', /^text\/|\/json$|\+xml$/.test(type) ? `${type}; charset=utf-8` : type);
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  const events = Readable.from(body);
  response.once('close', () => events.destroy());
  events.pipe(response);
}

function documentedOperation(request: Request) {
  const { openapi } = request;
  if (!openapi || !('schema' in openapi))
    throw new Error(`${request.path} passed the validator undocumented.`);
  const names = (openapi.schema.parameters ?? []).flatMap((entry) =>
    'in' in entry && entry.in === 'header' ? [entry.name] : [],
  );
  return {
    id: String(openapi.schema.operationId),
    path: openapi.pathParams,
    headers: Object.fromEntries(names.map((name) => [name, request.headers[name.toLowerCase()]])),
  };
}

function uploaded(request: Request): Record<string, Uint8Array> {
  const files = Array.isArray(request.files) ? request.files : [];
  return Object.fromEntries(files.map((file) => [file.fieldname, file.buffer]));
}
