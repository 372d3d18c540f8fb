import { Refusal } from './print.ts';

/** Longer than a slow download into a pipe takes. */
const mostSeconds = 300;

interface Bounds {
  mostBytes: number;
  /** The message where there are more bytes. */
  tooLarge: string;
  seconds?: number;
}

/** Reads all of standard input. A pipe that brings too many bytes, or does not end, is refused. */
export async function readStandardInput(
  { mostBytes, tooLarge, seconds = mostSeconds }: Bounds,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<Buffer> {
  const late = new Refusal(`Standard input did not end within ${seconds} seconds.`);
  const timer = setTimeout(() => input.emit('error', late), seconds * 1_000);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes) throw new Refusal(tooLarge);
      chunks.push(bytes);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
