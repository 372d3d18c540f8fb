import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

type KnownOptions = NonNullable<ParseArgsConfig['options']>;

/** What stands after a command: its words, as many as it takes, and its options. */
export function readArguments<Options extends KnownOptions>(
  args: string[],
  { usage, words, options }: { usage: string; words: [least: number, most: number]; options: Options },
) {
  const parsed = tryParse(args, options, usage);
  const [least, most] = words;
  const count = parsed.positionals.length;
  if (count < least || count > most) throw new Refusal(usage);
  return parsed;
}

function tryParse<Options extends KnownOptions>(args: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${usage} (${why.replaceAll(/\s+/g, ' ')})`);
  }
}
