import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { childVariables } from '../../../env.ts';
import { BackupRefused } from '../../backup/backup-files.ts';

interface Tool {
  name: 'pg_dump' | 'pg_restore' | 'psql';
  args: string[];
  /** Of the database. Other users of the machine can see arguments. */
  password?: string;
  input?: Readable;
}

/** The address without the password, for an argument; and the password. */
export function splitPassword(databaseUrl: string): { address: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, password };
}

/** Runs one of PostgreSQL's programs and returns what it wrote. Its failures are sentences. */
export async function runTool({ name, args, password = '', input }: Tool): Promise<string> {
  const variables = {
    LC_ALL: 'C',
    PGCONNECT_TIMEOUT: '10',
    ...(password !== '' && { PGPASSWORD: password }),
  };
  const child = spawn(name, args, { env: childVariables(variables) });
  const ended = once(child, 'close').catch((error: unknown) => {
    throw notRun(name, error);
  });
  const sent = input ? pipeline(input, child.stdin) : Promise.resolve(child.stdin.end());
  const [output, said, given, end] = await Promise.allSettled([
    text(child.stdout),
    text(child.stderr),
    sent,
    ended,
  ]);
  if (end.status === 'rejected') throw end.reason;
  // A program that has ended early says itself why.
  if (given.status === 'rejected' && given.reason instanceof BackupRefused) throw given.reason;
  if (end.value[0] !== 0) throw failureOf(name, said.status === 'fulfilled' ? said.value : '');
  return output.status === 'fulfilled' ? output.value : '';
}

function notRun(name: Tool['name'], error: unknown): BackupRefused {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isAbsent
    ? new BackupRefused(
        `${name} is not installed. Install the client programs of PostgreSQL, such as Debian's package postgresql-client, in the version of the server or a later one.`,
      )
    : new BackupRefused(`${name} cannot be run: ${error instanceof Error ? error.message : String(error)}.`);
}

/** pg_dump names both versions if it is too old. */
const versions = /server version: ([\d.]+)[\s\S]*pg_dump version: ([\d.]+)/;

export function failureOf(name: Tool['name'], said: string): BackupRefused {
  const [, server, own] = versions.exec(said) ?? [];
  if (server !== undefined && own !== undefined)
    return new BackupRefused(
      `pg_dump ${own} is too old for this server, PostgreSQL ${server}. Install the client programs of that version or a later one.`,
    );
  const lines = said.trim().split('\n');
  const error = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '';
  return new BackupRefused(
    `${name} failed: ${error.replace(/^.*?(?:error|fatal):\s*/i, '').replace(/\.$/, '')}.`,
  );
}
