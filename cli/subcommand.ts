import { didYouMean } from '../lib/text/closest-name.ts';
import { Refusal } from './refusal.ts';

type Run = (args: string[]) => Promise<void>;

/** `farebox COMMAND NAME …`, where the names are few. */
export async function runSubcommand(
  command: string,
  names: Record<string, Run>,
  args: string[],
): Promise<number> {
  const [name = '', ...rest] = args;
  const run = new Map(Object.entries(names)).get(name);
  if (!run) {
    const known = Object.keys(names);
    const said = name === '' ? '' : ` There is no "${command} ${name}".${didYouMean(name, known)}`;
    throw new Refusal(`Expected farebox ${command} ${known.join('|')}.${said}`);
  }
  await run(rest);
  return 0;
}
