/** The tabs of a product's page. The first has the address of the page itself. */
export const productTabs = [
  { tab: 'playground', name: 'Playground', heading: '' },
  { tab: 'docs', name: 'Docs', heading: 'Documentation' },
  { tab: 'reference', name: 'Reference', heading: 'Reference' },
  { tab: 'pricing', name: 'Pricing', heading: 'Pricing' },
  { tab: 'use', name: 'Code', heading: 'Code samples' },
] as const;

export type ProductTab = (typeof productTabs)[number]['tab'];

/** An unknown tab is the first. */
export function readProductTab(text: string | string[] | undefined): ProductTab {
  return productTabs.find(({ tab }) => tab === text)?.tab ?? 'playground';
}

/** All prices that it had, at the one of a version if that is given. */
export function pricesAddress(slug: string, version?: number): string {
  const path = `/products/${encodeURIComponent(slug)}/prices`;
  return version === undefined ? path : `${path}#${versionAnchor(version)}`;
}

export function versionAnchor(version: number): string {
  return `version-${version}`;
}

export function productAddress(slug: string, tab: ProductTab = 'playground'): string {
  const path = `/products/${encodeURIComponent(slug)}`;
  return tab === 'playground' ? path : `${path}?tab=${tab}`;
}
