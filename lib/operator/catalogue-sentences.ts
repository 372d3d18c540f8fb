import { listOfWords } from '../account/people.ts';
import { tagKinds } from '../product/tag-kinds.ts';
import { countOf } from '../text/numbers.ts';
import { momentText } from '../text/times.ts';
import {
  listOf,
  numberOf,
  products,
  published,
  seenBy,
  type Piece,
  type Sentence,
  strong,
  textOf,
  valueOf,
  type Words,
} from './audit-words.ts';

const decided: Record<string, string> = {
  approved: 'approved',
  declined: 'declined',
  withdrawn: 'withdrew the approval',
};

const faceParts: Record<string, string> = {
  sentence: 'the sentence',
  contact: 'the support contact',
  accent: 'the accent colour',
  showsName: 'the header',
  headerLinks: 'the links of the header',
  footerLinks: 'the links of the footer',
  announcement: 'the announcement',
  catalogueOrder: 'the order of the catalogue',
  pictures: 'the pictures',
};
const productOf = (slug: string | null): Piece => ({ text: slug ?? '', href: `/operator/products/${slug}` });
const kindOf = (values: Words['after']) => tagKinds[numberOf(values, 'kind') - 1]?.one ?? 'tag';
const tagOf = (slug: string | null, values: Words['after']): Piece => ({
  text: textOf(values, 'name'),
  href: `/operator/tags?kind=${tagKinds[numberOf(values, 'kind') - 1]?.list ?? 'types'}&q=${slug}`,
});

/** What each change of products, imports and credentials was, by the verb of the log. */
export const catalogueSentences: Record<string, Sentence> = {
  // Products.
  publish: published,
  'approve-plan': ({ change, after }) => [
    strong('approved'),
    ' the planned version of ',
    productOf(change.target),
    `, in force from ${momentText(textOf(after, 'effectiveAt'))} UTC`,
  ],
  'move-plan': ({ change, before, after }) => [
    'moved the planned version of ',
    productOf(change.target),
    ` from ${momentText(textOf(before, 'effectiveAt'))} to `,
    strong(`${momentText(textOf(after, 'effectiveAt'))} UTC`),
  ],
  'withdraw-plan': ({ change, before }) => [
    strong('withdrew'),
    ' the planned version of ',
    productOf(change.target),
    `, which was to be in force from ${momentText(textOf(before, 'effectiveAt'))} UTC`,
  ],
  'take-effect': ({ after }) => ['began to price ', ...products(after), ' by the version that was announced'],
  'set-price-rule': ({ after }) => [
    'set the notice of prices to ',
    strong(countOf(numberOf(after, 'noticeDays'), 'day')),
    valueOf(after, 'needsSecond') === true ? ', with the approval of a second person' : '',
  ],
  'own-products': ({ after }) => [
    'moved ',
    ...products(after),
    ' to ',
    strong('another file or the console'),
  ],
  'try-product': ({ change, after }) => [
    'tried the product ',
    { text: change.target ?? '', href: `/operator/products/${change.target}` },
    numberOf(after, 'status') > 0 ? `: it answered ${numberOf(after, 'status')}` : ', without an answer',
  ],
  'publish-api': ({ after }) => [
    'published the API ',
    { text: textOf(after, 'name'), href: `/apis/${textOf(after, 'slug')}` },
  ],
  'remove-api': ({ change }) => ['removed the API ', strong(change.target ?? '')],
  'publish-tags': ({ after }) => ['published ', strong(countOf(listOf(after, 'tags').length, 'tag'))],
  'publish-synonyms': ({ after }) => [
    'published ',
    strong(countOf(numberOf(after, 'groups'), 'group')),
    ' of synonyms',
  ],
  'allow-upstream': ({ after }) => [strong('allowed'), ` calls to reach ${textOf(after, 'address')}`],
  'disallow-upstream': ({ before }) => [
    strong('ended'),
    ` that calls may reach ${textOf(before, 'address')}`,
  ],
  'feature-products': ({ after }) => {
    const slugs = listOf(after, 'products').map(String);
    return slugs.length === 0
      ? ['said that the catalogue shows no product first']
      : ['said that the catalogue shows first: ', strong(slugs.join(', '))];
  },
  'create-tag': ({ after, change }) => ['made the ', kindOf(after), ' ', tagOf(change.target, after)],
  'change-tag': ({ before, after, change }) => {
    const [from, to] = [textOf(before, 'name'), textOf(after, 'name')];
    if (from === to) return ['changed the ', kindOf(after), ' ', tagOf(change.target, after)];
    return [`renamed the ${kindOf(after)} ${from} to `, tagOf(change.target, after)];
  },
  'reset-tag': ({ after, change }) => [
    `took back what the console said of the ${kindOf(after)} `,
    tagOf(change.target, after),
  ],
  'merge-tags': ({ after, change }) => [
    strong('merged'),
    ` the ${kindOf(after)} ${change.target ?? ''} into ${textOf(after, 'into')}, with ${countOf(numberOf(after, 'products'), 'product')}`,
  ],
  'order-tags': ({ after }) => {
    const first = listOf(after, 'first').map(String);
    const list = tagKinds[numberOf(after, 'kind') - 1]?.list ?? 'tags';
    return [`put the ${list} into an order`, first.length > 0 ? `: ${first.join(', ')} first` : ''];
  },
  'set-status': ({ after }) =>
    valueOf(after, 'status') === 1
      ? ['put ', ...products(after), ' online']
      : ['took ', ...products(after), ' ', strong('offline')],
  'set-visibility': ({ change, before, after }) => {
    const product = { text: change.target ?? '', href: `/operator/products/${change.target}` };
    if (textOf(before, 'visibility') === textOf(after, 'visibility'))
      return [
        'said that calls of ',
        product,
        textOf(after, 'approval') === 'required' ? ' need approval' : ' need no approval',
      ];
    return ['changed who sees ', product, ` from ${seenBy(before)} to `, strong(seenBy(after))];
  },
  'grant-access': ({ change, after, thing }) => [
    'chose ',
    thing(change.target),
    ' for the product ',
    { text: textOf(after, 'product'), href: `/operator/products/${textOf(after, 'product')}` },
  ],
  'withdraw-access': ({ change, before, thing }) => [
    'took ',
    thing(change.target),
    ' off the accounts chosen for the product ',
    { text: textOf(before, 'product'), href: `/operator/products/${textOf(before, 'product')}` },
  ],
  'archive-product': ({ change }) => [
    strong('archived'),
    ' the product ',
    { text: change.target ?? '', href: `/operator/products/${change.target}` },
  ],
  'restore-product': ({ change }) => [
    'brought ',
    { text: change.target ?? '', href: `/operator/products/${change.target}` },
    ' back from the archive',
  ],
  'archive-api': ({ change, after }) => {
    const api = { text: change.target ?? '', href: `/operator/apis/${change.target}` };
    const count = countOf(numberOf(after, 'products'), 'product');
    return valueOf(after, 'archived') === true
      ? [strong('archived'), ` ${count} of the API `, api]
      : [`brought ${count} of the API `, api, ' back from the archive'];
  },
  'delete-api': ({ change, before, after }) => [
    strong('deleted'),
    ...(valueOf(after, 'deleted') === true
      ? [` the API ${change.target ?? ''} with ${countOf(numberOf(before, 'products'), 'product')}`]
      : [` ${countOf(numberOf(before, 'products'), 'product')} of the API ${change.target ?? ''}`]),
  ],
  'delete-product': ({ change }) => [strong('deleted'), ` the product ${change.target ?? ''}`],
  'ask-approval': ({ change, after, thing }) => [
    'asked that ',
    thing(change.target),
    ' may call ',
    { text: textOf(after, 'product'), href: `/operator/products/${textOf(after, 'product')}` },
  ],
  'decide-approval': ({ change, after, thing }) => [
    strong(decided[textOf(after, 'state')] ?? 'decided'),
    ' that ',
    thing(change.target),
    ' may call ',
    { text: textOf(after, 'product'), href: `/operator/products/${textOf(after, 'product')}` },
  ],
  'change-face': ({ before, after }) => {
    const name = textOf(after, 'name');
    if (name !== '')
      return ['renamed the portal from ', strong(textOf(before, 'name')), ' to ', strong(name)];
    const announcement = textOf(after, 'announcement');
    if (announcement !== '') return ['announced ', strong(announcement), ' to everybody'];
    const parts = listOf(after, 'changed').map((part) => faceParts[String(part)] ?? String(part));
    return ['changed ', strong(listOfWords(parts.length > 0 ? parts : ['nothing'])), ' of the portal'];
  },
  // Pages of the portal.
  'save-page': ({ change, before, after }) => {
    const page = { text: textOf(after, 'title'), href: `/operator/pages/${change.target}` };
    const isLinked = valueOf(after, 'footer') === true;
    const isMoved = before !== null && valueOf(before, 'footer') !== isLinked;
    if (before === null) return ['wrote the page ', page, ...(isLinked ? [', which is in the footer'] : [])];
    if (textOf(before, 'version') === textOf(after, 'version'))
      return isLinked
        ? ['put the page ', page, ' into the footer']
        : ['took the page ', page, ' out of the footer'];
    const isQuiet = valueOf(after, 'asksAgain') === false;
    const quiet = isQuiet ? [', which accounts need not accept anew'] : [];
    const saved = ['saved ', strong(`version ${textOf(after, 'version')}`), ' of the page ', page, ...quiet];
    return isMoved
      ? [...saved, isLinked ? ', and put it into the footer' : ', and took it out of the footer']
      : saved;
  },
  'set-terms': ({ change, before, after }) => {
    const product = { text: change.target ?? '', href: `/operator/products/${change.target}` };
    const page = textOf(after, 'terms');
    if (page === '') return ['took the terms ', textOf(before, 'terms'), ' off the product ', product];
    return ['made ', { text: page, href: `/operator/pages/${page}` }, ' the terms of the product ', product];
  },
  'accept-terms': ({ change, after, thing }) => [
    strong('accepted'),
    ` version ${textOf(after, 'version')} of `,
    { text: textOf(after, 'page'), href: `/operator/pages/${textOf(after, 'page')}` },
    ' for ',
    thing(change.target),
  ],
  'save-draft': ({ change, after, before }) => [
    before === null ? 'saved a draft of ' : 'changed a draft of ',
    { text: change.target ?? '', href: `/operator/products/${change.target}` },
    ': ',
    strong(textOf(after, 'title')),
  ],
  'delete-draft': ({ change, before }) => [
    strong('deleted'),
    ' a draft of ',
    { text: change.target ?? '', href: `/operator/products/${change.target}` },
    `: ${textOf(before, 'title')}`,
  ],
  'begin-backtest': ({ change, after }) => [
    'began a backtest of ',
    {
      text: countOf(listOf(after, 'drafts').length, 'draft'),
      href: `/operator/products/${change.target}/backtests/${textOf(after, 'backtest')}`,
    },
    ` of ${change.target}`,
  ],
  'stop-backtest': ({ change, before }) => [
    'stopped a backtest of ',
    {
      text: change.target ?? '',
      href: `/operator/products/${change.target}/backtests/${textOf(before, 'backtest')}`,
    },
  ],
  'delete-page': ({ change, before }) => [
    strong('deleted'),
    ' the page ',
    { text: textOf(before, 'title'), href: `/operator/pages/${change.target}` },
  ],
  // Imports and credentials.
  'begin-import': ({ after }) => [
    'began to import ',
    strong(textOf(after, 'address') || textOf(after, 'file') || 'a document'),
  ],
  'publish-import': ({ after }) => [
    'published ',
    strong(countOf(numberOf(after, 'operations'), 'operation')),
    ` of an import${valueOf(after, 'online') === true ? '' : ', offline'}`,
  ],
  'follow-document': ({ change, after, before }) => {
    const api = { text: change.target ?? '', href: `/operator/apis/${change.target}` };
    const address = textOf(after, 'address');
    if (address === '') return ['forgot where the document of ', api, ' is'];
    const isDaily = valueOf(after, 'daily') === true;
    if (address !== textOf(before, 'address'))
      return [
        'said that the document of ',
        api,
        ' is at ',
        strong(address),
        isDaily ? ', looked at daily' : '',
      ];
    return [`${isDaily ? 'began' : 'stopped'} to look daily for newer versions of `, api];
  },
  'look-for-newer': ({ change }) => [
    'looked for a newer version of ',
    { text: change.target ?? '', href: `/operator/apis/${change.target}` },
  ],
  'set-credential': ({ change, before }) => [
    valueOf(before, 'isSet') === true ? 'replaced' : 'set',
    ' the credential ',
    strong(change.target ?? ''),
  ],
  'restore-credential': ({ change }) => ['brought back the earlier credential ', strong(change.target ?? '')],
  'revoke-credential': ({ change, after }) => [
    strong('revoked'),
    ` the credential ${change.target ?? ''}`,
    numberOf(after, 'online') > 0
      ? `, which ${countOf(numberOf(after, 'online'), 'product')} online needed`
      : '',
  ],
  'test-credential': ({ change, after }) => [
    'tested the credential ',
    strong(change.target ?? ''),
    textOf(after, 'outcome') === '' ? '' : `: ${textOf(after, 'outcome')}`,
  ],
  'drop-earlier-credentials': ({ after }) => [
    `deleted ${countOf(listOf(after, 'names').length, 'replaced credential')}`,
  ],
};
