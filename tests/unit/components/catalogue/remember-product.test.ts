import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  readRecentProducts,
  recentProductsText,
  rememberProduct,
} from '../../../../components/catalogue/recent-products.tsx';

const product = (slug: string) => ({ slug, name: slug.toUpperCase() });
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

const recent = () => readRecentProducts(recentProductsText()).map(({ slug }) => slug);

it('has what was used last first, each once, and six at most', () => {
  for (const slug of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) rememberProduct(product(slug));
  expect(recent()).toEqual(['g', 'f', 'e', 'd', 'a', 'c']);
});

it.each(['', '{', 'null', '{"a":1}', '[1, {"slug": 3, "name": "x"}, null]'])(
  'is empty where %j is kept instead',
  (text) => {
    kept.set('farebox.recent-products', text);
    expect(recent()).toEqual([]);
    rememberProduct(product('a'));
    expect(recent()).toEqual(['a']);
  },
);

it('goes without where the browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('window', { localStorage: { getItem: refuse, setItem: refuse } });
  rememberProduct(product('a'));
  expect(recent()).toEqual([]);
});
