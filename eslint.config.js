import nextVitals from 'eslint-config-next/core-web-vitals';
import tseslint from 'typescript-eslint';

const typescript = ['**/*.ts', '**/*.tsx'];
const pages = ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'];

/** The rules that compile each component are Oxlint's, as are those that need types: it takes a fifth of the time. */
const oxlints = [
  ...['error-boundaries', 'globals', 'immutability', 'incompatible-library', 'preserve-manual-memoization'],
  ...['purity', 'refs', 'set-state-in-effect', 'set-state-in-render', 'static-components'],
  ...['unsupported-syntax', 'use-memo', 'config', 'gating'],
];
const withoutOxlints = Object.fromEntries(oxlints.map((rule) => [`react-hooks/${rule}`, 'off']));

/** Allowed: `as const`, and a function that is named, and is nothing but the cast that its comment answers for. */
const bareAssertion = {
  selector:
    'TSAsExpression:not([typeAnnotation.typeName.name="const"]):not(FunctionDeclaration[body.body.length=1] > BlockStatement > ReturnStatement > TSAsExpression)',
  message:
    'Parse it, or put the unavoidable cast alone into one named function whose comment says what guarantees it.',
};

/** The house: which folder may import what. Each refusal says what to use instead. */
const folder = (names, message) => ({ regex: `^(\\.{1,2}/)+(${names})/`, message });

const outsideLib = folder(
  'server|app|components|cli|prisma|tests|bench',
  'lib/ imports lib/ alone: pass it in instead.',
);
const outsideServer = folder(
  'app|components|cli|tests|bench',
  'Imports run one way: move what is shared to server/ or lib/.',
);
const outsideClient = folder(
  'server|app|components|cli|prisma|tests|bench',
  'The client is published: it takes rules from lib/, and everything else from the portal.',
);
const prisma = {
  regex: '^@prisma/|^(\\.{1,2}/)+prisma/',
  message: 'Only server/ and prisma/ touch the database: call a verb of server/.',
};
const react = {
  regex: '^(react|react-dom|next)(/|$)',
  message: 'lib/ is rules without a screen: what people see is of components/, what Next needs of app/.',
};
const node = {
  regex: '^node:',
  message: 'lib/ and components/ run in the browser too: do it in server/ and hand the result in.',
};
const view = {
  regex: '^(\\.{1,2}/)+(lib/)?view/',
  message: 'lib/view/ is for pages alone: move what the server needs, too, to another room of lib/.',
};
const environment = {
  regex: '^node:process$',
  importNames: ['env'],
  message: 'Only server/env.ts reads the environment: take the setting from it.',
};

const currentPortal = {
  regex: '/current-portal[.]ts$',
  message: 'Only doors look up the portal of the process: take a context as the first parameter.',
};

/** The rooms of server/ that hold verbs and what verbs need. */
const rooms = [
  ...['callers', 'calls', 'products', 'inputs', 'limits', 'gateway', 'store', 'catalogue', 'files'],
  ...['mail', 'outbox', 'webhooks', 'operator'],
];
const door = {
  regex: '^(\\.\\./)+(http|pages)/',
  message: 'A verb knows no request, response or page: pass it a value, and let the door translate.',
};

function boundaries() {
  const restrict = (files, ...patterns) => ({
    files,
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  });
  return [
    restrict(['lib/**'], outsideLib, prisma, react, node, view),
    restrict(['lib/view/**'], outsideLib, prisma, react, node),
    // Import runs on the server and in the command line alone, and hashing is no I/O.
    restrict(['lib/import/**'], outsideLib, prisma, react, { ...node, regex: '^node:(?!crypto$)' }, view),
    restrict(['server/**'], outsideServer, environment, view, currentPortal),
    restrict([`server/{${rooms.join(',')}}/**`], outsideServer, environment, view, currentPortal, door),
    restrict(['server/http/**', 'server/pages/**', 'server/portal/**'], outsideServer, environment, view),
    // A page that the server writes itself, because Next has not been asked yet.
    restrict(['server/http/refusal-page.ts'], outsideServer, environment),
    // The fast lane calls the route handlers themselves: the one place where the server knows the shape of app/.
    restrict(
      ['server/http/api-routes.ts', 'server/http/operator-routes.ts'],
      folder(
        'app(?!/(?:api|mcp|metrics|oauth|openapi[.]json|[.]well-known)/)|components|cli|tests|bench',
        'Of app/, the server knows the handlers of the API alone.',
      ),
      environment,
      view,
    ),
    restrict(
      ['components/**'],
      folder(
        'server|app|cli|prisma|tests',
        'A browser knows lib/ and the HTTP API: let the page fetch on the server, or ask the endpoint.',
      ),
      prisma,
      node,
    ),
    restrict(['app/**'], folder('cli|tests', 'app/ calls verbs of server/.'), prisma, environment),
    restrict(['cli/**'], folder('app|components|tests', 'cli/ calls verbs of server/ and rules of lib/.')),
    restrict(['client/source/**'], outsideClient, node),
    restrict(['client/source/command/**'], outsideClient),
    restrict(['prisma/**'], folder('app|components|cli|tests', 'prisma/ knows server/ and lib/ alone.')),
    restrict(
      ['examples/**'],
      {
        regex: '^(\\.\\./)+(server|app|components|lib|cli|prisma|tests|bench)/',
        message: 'The toolbox is a service of its own, which the portal knows by its document alone.',
      },
      environment,
    ),
  ];
}

export default tseslint.config(
  {
    ignores: [
      '**/.next/**',
      'client/dist/**',
      'prisma/generated/**',
      'next-env.d.ts',
      'data/**',
      'test-results/**',
      '.crash-*/**',
      '.bench-*/**',
      '**/fixtures/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: typescript,
    extends: [tseslint.configs.base],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-syntax': ['error', bareAssertion],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: pages, extends: [nextVitals], rules: withoutOxlints },
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only server/env.ts reads the environment: take the setting from it.',
        },
      ],
    },
  },
  // A table of cases or a journey is as long as it is: `describe` is a function to the rule.
  {
    files: ['tests/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
    },
  },
  // These run before, or beside, the process that server/env.ts belongs to.
  {
    files: ['server/env.ts', 'cli/**/*.mjs', 'tests/**', 'bench/**', '*.config.*'],
    rules: { 'no-restricted-properties': 'off' },
  },
  ...boundaries(),
);
