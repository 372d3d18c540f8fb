const counted = 1_000_000;

/**
 * The number of elements of an SVG after expanding `use`: ten in each of ten levels make ten billion, in a file of a
 * kilobyte. Counts up to a million, also for cycles.
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
