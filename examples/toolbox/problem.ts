import type { ErrorRequestHandler } from 'express';
import { error as validation } from 'express-openapi-validator';
import { isJsonObject } from './document.ts';
import { Refusal } from './operation.ts';
import { Busy, retryAfterSeconds } from './work/job.ts';

/** The only place that turns an error into a status: `application/problem+json` with a sentence. */
export const answerProblem: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const problem = describe(error);
  if (problem.status >= 500) console.error(error);
  if (error instanceof Busy) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
};

interface Problem {
  title: string;
  status: number;
  detail: string;
  errors?: { pointer: string; detail: string }[];
}

function describe(error: unknown): Problem {
  if (error instanceof Refusal) return { title: 'Unprocessable input', status: 422, detail: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { title: 'Unprocessable input', status: 422, detail: 'The input is nested too deeply.' };
  }
  const status = clientStatus(error);
  if (status && error instanceof Error) {
    const errors = fieldErrors(error);
    const many =
      errors.length > errorsInDetail && `The request has ${errors.length} faults; "errors" names them.`;
    const detail = many || sentence(error.message);
    return {
      title: titles[status] ?? 'Bad request',
      status,
      detail,
      ...(errors.length > 0 ? { errors } : {}),
    };
  }
  return { title: 'Internal error', status: 500, detail: 'The toolbox failed. Its log has the reason.' };
}

const errorsInDetail = 3;

const titles: Record<number, string> = {
  400: 'Invalid input',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
};

function clientStatus(error: unknown): number | undefined {
  // The validator calls a multipart body that is cut off or has no boundary an internal error.
  if (error instanceof validation.InternalServerError) return 400;
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
    ? error.status
    : undefined;
}

function fieldErrors(error: Error): NonNullable<Problem['errors']> {
  if (!('errors' in error) || !Array.isArray(error.errors)) return [];
  return error.errors.map((entry: unknown) => {
    const { path, message } = isJsonObject(entry) ? entry : {};
    return { pointer: String(path), detail: sentence(String(message)) };
  });
}

/** Turns the validator's "request/query/size must be …" into "Query size must be …". */
function sentence(validation: string): string {
  const text = validation.replace(/\brequest\/(\w+)\/?(\S*)/g, (_, place, field) =>
    `${place === 'params' ? 'path' : place} ${field}`.trim(),
  );
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
