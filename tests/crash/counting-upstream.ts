import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import type { PlannedCall } from './planned-call.ts';

export interface CountingUpstream {
  port: number;
  /** By key: what was answered to each dial, in order. It outlives every portal that dials it. */
  dials: Map<string, string[]>;
  close: () => Promise<void>;
}

const unplanned = { status: 500, used: 0, delayMs: 0, streams: false };

/** Answers calls as they are planned, each dial in other bytes, and remembers how often it was dialled for each. */
export async function startCountingUpstream(
  planOf: (key: string) => PlannedCall | undefined,
  onDial: () => void,
): Promise<CountingUpstream> {
  const dials = new Map<string, string[]>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    // A portal that is killed leaves requests behind that are half said.
    const gone = () => outgoing.destroy();
    text(incoming).then((body) => {
      const key = keyIn(body);
      const { status, used, delayMs, streams } = planOf(key)?.upstream ?? unplanned;
      const earlier = dials.get(key) ?? [];
      const reply = JSON.stringify({ call: key, dial: earlier.length + 1, used, usage: {} });
      const answer = streams ? `data: "begun"\n\ndata: ${reply}\n\n` : reply;
      dials.set(key, [...earlier, answer]);
      onDial();
      setTimeout(() => {
        outgoing.writeHead(status, { 'content-type': streams ? 'text/event-stream' : 'application/json' });
        if (!streams) return outgoing.end(answer);
        const middle = answer.indexOf('\n\n') + 2;
        outgoing.write(answer.slice(0, middle));
        setTimeout(() => outgoing.end(answer.slice(middle)), delayMs);
      }, delayMs);
    }, gone);
  });
  return {
    port: await listenOnLoopback(server),
    dials,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function keyIn(body: string): string {
  const { call } = JSON.parse(body);
  return String(call);
}
