import { expect, vi } from 'vitest';
import { farebox } from '../../cli/farebox.ts';
import { placeVariables } from './data-place.ts';

/** The command line on a data folder, in this process: one of its own takes a second to load. */
export async function runFarebox(
  dataFolder: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const textOf = ({ mock }: typeof out) => mock.calls.map(([chunk]) => textOfChunk(chunk)).join('');
  const given = { ...placeVariables(dataFolder), ...variables };
  const before = Object.keys(given).map((name) => [name, process.env[name]] as const);
  try {
    Object.assign(process.env, given);
    const code = await farebox(args);
    return { code, out: textOf(out), err: textOf(err) };
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    out.mockRestore();
    err.mockRestore();
  }
}

function textOfChunk(chunk: string | Uint8Array): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
}

/** The commands of a test, on the data folder that it has at that moment. */
export function commandsOn(dataFolder: () => string) {
  const farebox = (...args: string[]) => runFarebox(dataFolder(), args);
  return {
    farebox,
    /** What a command prints. The command must succeed. */
    async done(...args: string[]): Promise<string> {
      const { code, out, err } = await farebox(...args);
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      return out.trim();
    },
    /** The sentence of a command that is not done. */
    async refusal(...args: string[]): Promise<string> {
      const { code, out, err } = await farebox(...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^[^\n]+\n$/);
      return err.trim();
    },
  };
}

/** What a command prints on the data of a portal. The command must succeed. */
export function printed(dataFolder: string, ...args: string[]): Promise<string> {
  return commandsOn(() => dataFolder).done(...args);
}
