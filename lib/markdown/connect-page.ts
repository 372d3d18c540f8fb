import { addressParameters, connectLines } from '../agents/connect-lines.ts';
import { pageHead } from './page-head.ts';

/** How an agent or its client connects, as Markdown. */
export function connectPage(origin: string): string {
  const where = { url: origin, products: [] };
  return [
    pageHead('Connect an agent', origin, '/connect'),
    `The address for agents is \`${origin}/mcp\`, by the Model Context Protocol over HTTP. An agent sends an API key as \`Authorization: Bearer fb_…\`, signs in where the client cannot send a key, or calls as a guest. Keys are made at ${origin}/keys; their limits are the budget of the agent.`,
    `## Parameters of the address\n\n${addressParameters.map(({ parameter, does }) => `- \`${parameter}\` ${does}`).join('\n')}`,
    ...connectLines(where, 'fb_YOUR_KEY').map(
      ({ client, place, text }) => `## ${client}\n\n${place}:\n\n\`\`\`\n${text}\n\`\`\``,
    ),
  ].join('\n\n');
}
