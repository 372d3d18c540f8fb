/** A page of the docs, at `/docs/SLUG`, beside the quickstart at `/docs`. */
export interface DocsPage {
  slug: string;
  title: string;
  /** The title in a list of pages under the heading of their readers. */
  name: string;
  about: string;
}

/** A group of operations: a tag of the OpenAPI document, and a page of the docs. */
export interface ApiGroup extends DocsPage {
  title: ApiTag;
}

const ofCallers = {
  Products: 'Find APIs, get the price of a call, and make the call.',
  'Calls and credits':
    'Your calls with their receipts, inputs and responses; your balance, limits and usage.',
  'API keys': 'Create, limit, rotate and revoke the keys that programs call with.',
  Sessions: 'Sign in and out, change your password, and end sessions elsewhere.',
  'Your name and data': 'Change your name and address, export your data, and erase yourself.',
  'Passkeys and second factors': 'Sign in without a password, and confirm that it is you.',
  'Identities and registration': 'Register, and sign in at other issuers with OpenID Connect.',
  Members: 'The accounts that you belong to, and the people, roles and invitations of yours.',
  Alerts: 'Get notified when credits run low, or spending comes close to a limit.',
  Webhooks: 'Signed events to an address of yours, and their deliveries.',
  'Pages and terms': 'What the operators of the portal write for everybody, such as its terms.',
  Agents: 'What an agent asks for when it signs in, and your answer.',
};

const ofOperators = {
  'Operators: accounts': 'Create, limit, suspend and close accounts, invite members, and see their usage.',
  'Operators: keys and credits of accounts': 'Create and revoke API keys of accounts, and give them credits.',
  'Operators: people': 'People who sign in: their roles, sessions, second factors, data and erasure.',
  'Operators: calls and ledger': 'The overview, and the keys, ledger entries and calls of all accounts.',
  'Operators: imports': 'Publish the operations of an OpenAPI document as products.',
  'Operators: products and versions': 'Health, status, definitions and versions of products.',
  'Operators: planned versions':
    'Prices and operations that products get at a moment: approve, move and withdraw them.',
  'Operators: APIs and the catalogue': 'APIs and their documents, and what the catalogue shows.',
  'Operators: credentials':
    'The credentials with which the portal calls the APIs of products, and the private addresses that it may call.',
  'Operators: access to products': 'Who sees a product, and who may call it.',
  'Operators: the portal itself': 'What the portal shows of itself: name, logo, colour, contact, links.',
  'Operators: drafts and backtests':
    'Prices that are not published yet, and what calls would have cost by them.',
  'Operators: pages of the portal': 'Terms, privacy, an imprint and guides, with their versions.',
  'Operators: audit, mails and settings': 'The audit log, the mails of the portal and the settings in force.',
  'Operators: supervision':
    'Health, readiness and metrics, for supervisors, load balancers and Prometheus; backups.',
};

export type ApiTag = keyof typeof ofCallers | keyof typeof ofOperators;

export const basicsPage: DocsPage = {
  slug: 'basics',
  title: 'Basics',
  name: 'Basics',
  about: 'The rules of every call: price limits, authentication, retries, receipts, agents and errors.',
};

export const referencePage: DocsPage = {
  slug: 'reference',
  title: 'API reference',
  name: 'All endpoints',
  about: 'Every endpoint of this portal by its group, and the OpenAPI document.',
};

export const callerGroups = groupsOf(ofCallers);
export const operatorGroups = groupsOf(ofOperators);
export const apiGroups = [...callerGroups, ...operatorGroups];

/** All pages with a slug, in the order in which they are read. */
export const docsPages: DocsPage[] = [basicsPage, referencePage, ...apiGroups];

export function docsAddress({ slug }: DocsPage): string {
  return `/docs/${slug}`;
}

function groupsOf(described: Partial<Record<ApiTag, string>>): ApiGroup[] {
  return tagsOf(described).map((title) => ({
    title,
    slug: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    name: title.replace(/^Operators: ./, (start) => start.slice(-1).toUpperCase()),
    about: described[title] ?? '',
  }));
}

/** The keys of an object that is a constant: it has no others. */
function tagsOf(described: Partial<Record<ApiTag, string>>): ApiTag[] {
  return Object.keys(described) as ApiTag[];
}
