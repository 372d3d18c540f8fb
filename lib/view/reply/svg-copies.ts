const counted = 1_000_000;

/**
 * How many elements an SVG comes to once each `use` is what it stands for: ten of them in ten levels are ten thousand
 * million, in a file of a kilobyte. Counted up to a million; what refers to itself counts as that.
 */
export function svgCopies(page: Document): number {
  const known = new Map<Element, number>();
  const under = new Set<Element>();
  const count = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (under.has(element) || under.size > 500) return counted;
    under.add(element);
    const inside = [...element.children, ...usedBy(element)];
    const sum = inside.reduce((total, child) => (total >= counted ? counted : total + count(child)), 1);
    under.delete(element);
    known.set(element, sum);
    return sum;
  };
  return Math.min(counted, count(page.documentElement));
}

function usedBy(element: Element): Element[] {
  const reference = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
  if (element.localName !== 'use' || !reference.startsWith('#')) return [];
  const used = element.ownerDocument.getElementById(reference.slice(1));
  return used === null ? [] : [used];
}
