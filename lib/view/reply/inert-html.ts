/** Past this a page is read as its source: to lay it out could take a browser as long as it likes. */
export const longestInertHtml = 1024 * 1024;

const policy =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Elements that act or fetch. A policy stops what it knows of, and `link` opens connections past every policy. */
const acting =
  'script, link, base, meta[http-equiv], iframe, frame, frameset, object, embed, portal, fencedframe, applet';

/**
 * A page that can only be looked at, for a frame without scripts: it comes with a policy that lets nothing in, and
 * nothing in it leads anywhere. `parse` is the browser's, which makes a document of it without doing anything.
 */
export function inertHtml(html: string, parse: (html: string) => Document): string {
  const page = parse(html);
  for (const element of page.querySelectorAll(acting)) element.remove();
  // A frame may read it as text where this parser read elements, and so find others than were looked at here.
  for (const element of page.querySelectorAll('noscript')) element.replaceWith(...element.childNodes);
  for (const element of page.querySelectorAll('*')) {
    for (const name of ['href', 'xlink:href', 'ping', 'action', 'formaction', 'background']) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('#')) element.removeAttribute(name);
    }
    for (const name of ['src', 'srcset', 'poster']) {
      if (element.getAttribute(name)?.startsWith('data:') === false) element.removeAttribute(name);
    }
  }
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${page.documentElement.outerHTML}`;
}
