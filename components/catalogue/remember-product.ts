const storageKey = 'farebox.recent-products';
/** As many as are looked at before one searches anew. */
const keptProducts = 6;

export interface RememberedProduct {
  slug: string;
  name: string;
}

/** Keeps in this browser alone that somebody used a product, the newest first. */
export function rememberProduct({ slug, name }: RememberedProduct): void {
  const others = readRecentProducts(recentProductsText()).filter((product) => product.slug !== slug);
  write(JSON.stringify([{ slug, name }, ...others].slice(0, keptProducts)));
}

/** As it is stored: a text, which can be compared. */
export function recentProductsText(): string {
  try {
    return window.localStorage.getItem(storageKey) ?? '[]';
  } catch (error) {
    // A browser may keep nothing for this page, which then has no recent products.
    if (error instanceof DOMException) return '[]';
    throw error;
  }
}

/** Whatever else may stand there is as if nothing did. */
export function readRecentProducts(text: string): RememberedProduct[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isRemembered) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** By hand: a schema library is more than the whole of the list that it would read. */
function isRemembered(value: unknown): value is RememberedProduct {
  if (typeof value !== 'object' || value === null || !('slug' in value) || !('name' in value)) return false;
  return typeof value.slug === 'string' && typeof value.name === 'string';
}

function write(text: string): void {
  try {
    window.localStorage.setItem(storageKey, text);
  } catch (error) {
    // Full, or not to be written: nothing but this list depends on it.
    if (!(error instanceof DOMException)) throw error;
  }
}
