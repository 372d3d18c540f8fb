import type { Socket } from 'node:net';

/** The largest message is a product with texts at their limits, escaped. */
const longestLine = 32 * 1024 * 1024;

/** Calls back for each line of JSON. A line beyond the limit closes the connection. */
export function readLines(socket: Socket, onLine: (line: string) => void): void {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = chunk.split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      parts.push(line);
      onLine(parts.join(''));
      parts = [];
      length = 0;
    }
    parts.push(rest);
    length += rest.length;
    if (length > longestLine) socket.destroy(new Error('A message is too long.'));
  });
}
