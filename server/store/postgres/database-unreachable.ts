import { ExplainedError } from '../../../lib/problem/problem.ts';

/** PostgreSQL cannot be used. The message says why and how to fix it, and shows no password. */
export class DatabaseUnreachable extends ExplainedError {
  override name = 'DatabaseUnreachable';
}

const reasons: [RegExp, string][] = [
  [
    /^(ECONN|ETIMEDOUT|EHOST|ENET)|timeout exceeded|Connection terminated/,
    'cannot be reached. Start PostgreSQL there, or correct DATABASE_URL',
  ],
  [/^(ENOTFOUND|EAI_)/, 'has a host name that nobody knows. Correct DATABASE_URL'],
  [/^28/, 'refuses the user or the password. Correct them in DATABASE_URL'],
  [/^3D000/, 'does not exist. Create it with: createdb NAME'],
  [/^53300/, 'has too many connections. Raise max_connections, or run fewer portals'],
  [/^42501/, 'does not let this user create tables. Make the user the owner of the database'],
  [/^FB002/, 'is being filled by "farebox move". Wait until that is done, or run the same command again'],
  [/^57P/, 'is starting or stopping. Try again in a moment'],
];

/** A readable error if PostgreSQL cannot be used; otherwise undefined. */
export function databaseUnreachable(databaseUrl: string, error: unknown): DatabaseUnreachable | undefined {
  if (error instanceof DatabaseUnreachable) return error;
  if (!(error instanceof Error)) return undefined;
  const said = 'code' in error ? String(error.code) : error.message;
  const reason = reasons.find(([pattern]) => pattern.test(said))?.[1];
  if (reason === undefined) return undefined;
  return new DatabaseUnreachable(
    `The database ${addressOf(databaseUrl)} ${reason}. (${error.message || said})`,
    {
      cause: error,
    },
  );
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} at ${host}`;
}
