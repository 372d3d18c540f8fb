#!/usr/bin/env node
import process from 'node:process';
import { ConnectionError, faultText, mostTold, NoPortalError, ProblemError, StreamError } from '../errors.ts';
import { call, quote, receipt, search, types, verify } from './commands.ts';
import { textHints } from './read-input.ts';
import { exitCodes, UsageError, credits, printJson, printText, say } from './settings.ts';

const commands = new Map(Object.entries({ search, quote, call, receipt, verify, types }));

const help = `Call the products of a Farebox portal.

  farebox search [WORDS…] [--tag SLUG] [--page N]
  farebox quote SLUG [FIELDS…] [--input FILE]
  farebox call SLUG [FIELDS…] [--input FILE] [--max-credits N] [--quote QUOTE]
               [--idempotency-key KEY] [--stream] [--out FILE]
  farebox receipt CALL_ID [--wait]
  farebox verify FILE [--receipt-key KEY]
  farebox types SLUG… [--out FILE]

FIELDS are name=text, name:=json or name@file. FILE may be - for standard input.
--url and --key, or FAREBOX_URL and FAREBOX_KEY, say which portal, and with which API key.

Results are JSON on standard output; messages go to standard error.
Exit code 0: done. 1: refused by the portal, or a receipt that is not valid. 2: not understood. 3: no answer.
`;

async function run([name, ...args]: string[]): Promise<number> {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  if (
    name === undefined ||
    name === 'help' ||
    [name, ...options].some((arg) => arg === '--help' || arg === '-h')
  ) {
    printText(help);
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const command = commands.get(name);
  if (command) return command(args);
  throw new UsageError(`There is no command ${name}. Commands: ${[...commands.keys()].join(', ')}.`);
}

function failed(error: unknown, args: string[]): number {
  if (error instanceof ProblemError) {
    printJson(error.document);
    say(error.message);
    for (const fault of error.faults.slice(mostTold)) say(faultText(fault));
    for (const hint of textHints(
      args,
      error.faults.map(({ pointer }) => pointer),
    ))
      say(hint);
    if (error.charged) say(`Charged ${credits(error.charged)}.`);
    return exitCodes.refused;
  }
  if (error instanceof ConnectionError || error instanceof NoPortalError) {
    say(error.message);
    const key = error instanceof ConnectionError ? error.idempotencyKey : null;
    if (key !== null)
      say(`The call may have been made. To get its answer, repeat it with --idempotency-key ${key}`);
    return exitCodes.noAnswer;
  }
  if (error instanceof StreamError || error instanceof UsageError || isParseError(error)) {
    say(error.message);
    return exitCodes.usage;
  }
  throw error;
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

const given = process.argv.slice(2);
process.exitCode = await run(given).catch((error: unknown) => failed(error, given));
