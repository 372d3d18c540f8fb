import { withContact } from '../face/contact.ts';
import { type Face, ownSentence } from '../face/face.ts';
import { allowanceWords } from '../ledger/allowance.ts';
import { addressParameters, connectLines } from '../agents/connect-lines.ts';
import { problemExample } from '../problem/problem-example.ts';
import { type ProblemCode, problems } from '../problem/problems.ts';
import type { ListedEntry } from '../product/card-list.ts';
import { entryLine } from './list-page.ts';
import type { PortalPage } from '../operator/pages.ts';
import { dayText } from '../text/times.ts';
import { pageAddress } from '../product/page-address.ts';
import { pageHead, providerWords } from './page-head.ts';

/** Below what agents read at once. */
const mostBytes = 48_000;

const mostTitle = 100;
/** The rest of the room is for products. */
const mostPages = 40;

interface LlmsText {
  origin: string;
  /** The first ones of the catalogue. */
  entries: ListedEntry[];
  total: number;
  guests: boolean;
  face: Face;
  /** Those that operators write. */
  pages: Pick<PortalPage, 'slug' | 'title'>[];
}

/** The index of the portal for language models. As many entries as there is room for. */
export function llmsText({ origin, entries, total, guests, face, pages }: LlmsText): string {
  const head = [
    `# ${providerWords(face.name, 100)}`,
    `> ${saidFirst(face)}A portal for API products. Every call has a price in credits that is known before it is made, and is never charged more. ${guests ? `Calls need no key: guests have a ${allowanceWords.adjective} allowance.` : 'Calls need an API key.'}`,
    'Find a product, ask for the price of an input, then call it with the same input. Every page has a Markdown twin: add `.md` to its address, or send `Accept: text/markdown`.',
    ...(face.contact === '' ? [] : [`Its operator can be reached at ${face.contact}.`]),
    `## Docs\n\n${links(origin)}`,
    `## Search\n\n- \`${origin}/index.md?q=WORDS\` as Markdown\n- \`${origin}/api/product/list?q=WORDS&view=card\` as JSON`,
    ...(pages.length === 0 ? [] : [`## Pages of the operator\n\n${pageLines(origin, pages)}`]),
    '## Products',
  ].join('\n\n');
  const rest = (count: number) =>
    `- ${count} more: [all APIs and products](${origin}/index.md?pageSize=100), page by page\n`;
  const room = mostBytes - Buffer.byteLength(head) - Buffer.byteLength(rest(total));
  const lines: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const line = entryLine(origin, entry);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > room) break;
    lines.push(line);
  }
  const more = total - lines.length;
  return `${head}\n\n${lines.join('\n')}\n${more > 0 ? rest(more) : ''}`;
}

/** What the operator says of the portal. */
function saidFirst(face: Face): string {
  const own = ownSentence(face);
  return own === '' ? '' : `${providerWords(own, 200)} `;
}

function links(origin: string): string {
  return [
    `- [Docs](${origin}/docs.md): a quickstart, and the list of all pages`,
    `- [Basics](${origin}/docs/basics.md): prices, authentication, retries, receipts, agents and errors`,
    `- [Endpoints](${origin}/docs/reference.md): all of them, each with the page of its group`,
    `- [Errors](${origin}/problems.md): every error code with its solution`,
    `- [Changes of prices](${origin}/changes.md): what is announced, and what became of it; as a feed at \`/changes.atom\``,
    `- [OpenAPI 3.1](${origin}/openapi.json): the API of the portal; that of a product is at \`/products/SLUG/openapi.json\``,
    `- Model Context Protocol at \`${origin}/mcp\`: search, quote and call as tools. [How clients connect](${origin}/connect.md)`,
    ...addressParameters.map(({ parameter, does }) => `  - \`/mcp?${parameter}\` ${does}`),
    `- [API catalogue](${origin}/.well-known/api-catalog): a linkset of RFC 9727`,
  ].join('\n');
}

function pageLines(origin: string, pages: LlmsText['pages']): string {
  return pages
    .slice(0, mostPages)
    .map(({ slug, title }) => `- [${providerWords(title, mostTitle)}](${origin}${pageAddress(slug)}.md)`)
    .join('\n');
}

/** A page of the portal that its operators write, as Markdown: what they wrote, as they wrote it. */
export function operatorsPage(origin: string, { slug, title, version, updatedAt, text }: PortalPage): string {
  return [
    pageHead(providerWords(title, mostTitle), origin, pageAddress(slug)),
    `Version ${version}, of ${dayText(updatedAt)}.`,
    withOrigin(text.trimEnd(), origin),
  ].join('\n\n');
}

/** How an agent or its client connects, as Markdown. */
export function connectPage(origin: string): string {
  const where = { url: origin, products: [] };
  return [
    pageHead('Connect an agent', origin, '/connect'),
    `The address for agents is \`${origin}/mcp\`, by the Model Context Protocol over HTTP. An agent sends an API key as \`Authorization: Bearer fb_…\`, signs in where the client cannot send a key, or calls as a guest. Keys are made at ${origin}/keys; their limits are the budget of the agent.`,
    `## Address parameters\n\n${addressParameters.map(({ parameter, does }) => `- \`${parameter}\` ${does}`).join('\n')}`,
    ...connectLines(where, 'fb_YOUR_KEY').map(
      ({ client, place, text }) => `## ${client}\n\n${place}:\n\n\`\`\`\n${text}\n\`\`\``,
    ),
  ].join('\n\n');
}

/** All errors as Markdown. */
export function problemsPage(origin: string): string {
  const lines = Object.entries(problems)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title }]) => `- [${code}](${origin}/problems/${code}.md): ${status}, ${title}`);
  return [
    pageHead('Errors', origin, '/problems'),
    'Every error is `application/problem+json` with a stable `code`. 4xx errors are caused by the request; 5xx errors by the portal or the API.',
    lines.join('\n'),
  ].join('\n\n');
}

/** One error as Markdown. */
export function problemPage(origin: string, code: ProblemCode, face: Face): string {
  const { status, title, meaning, remedy } = problems[code];
  return [
    pageHead(title, origin, `/problems/${code}`),
    `- Status: ${status}\n- Code: \`${code}\``,
    `## Meaning\n\n${withOrigin(meaning, origin)}`,
    `## Solution\n\n${withOrigin(withContact(remedy, face), origin)}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(problemExample(code).body, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** Links still lead to the portal where the page is stored elsewhere. */
function withOrigin(text: string, origin: string): string {
  return text.replaceAll('](/', `](${origin}/`);
}
