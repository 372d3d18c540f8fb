import { Problem } from '../../lib/problem/problem.ts';
import type { ClientConnection } from './client-connection.ts';
import type { HttpRequest } from './http-request.ts';

const mostBytes = 32 * 1024;

/** The parameters of a body that is a form, as OAuth has them. */
export async function readForm(
  { headers }: Pick<HttpRequest, 'headers'>,
  connection: ClientConnection,
): Promise<URLSearchParams> {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new Problem('unsupported-media', 'Send the parameters as application/x-www-form-urlencoded.');
  return new URLSearchParams((await connection.body(mostBytes))?.toString());
}
