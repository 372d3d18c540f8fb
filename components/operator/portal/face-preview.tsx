import { accentStyle } from '../../../lib/face/accent.ts';
import { type Face, ownSentence } from '../../../lib/face/face.ts';
import { badgePicture } from '../../../lib/product/price-badge.ts';
import { Mark } from '../../shell/header/mark.tsx';
import { type FaceDraft, isColour, pictureSource } from './face-draft.ts';

interface Props {
  face: Face;
  draft: FaceDraft;
}

/** How the first page would look, in both themes. */
export function FacePreview(props: Props) {
  return (
    <section aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-6 lg:self-start">
      <h2 id="preview" className="text-base font-semibold">
        Preview
      </h2>
      <div className="mt-2 grid gap-4 rail:max-lg:grid-cols-2">
        <Themed theme="light" {...props} />
        <Themed theme="dark" {...props} />
      </div>
    </section>
  );
}

/** Of a product that any portal may have. */
const badgeOf = { name: 'Price of a call', price: { from: 5, to: 55 }, status: 1 } as const;

/** The badge in one theme, whatever that of the reader is. */
function badgeSource(accent: string, theme: 'light' | 'dark'): string {
  const picture = badgePicture(badgeOf, accent);
  const shown = picture.replace('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all');
  return `data:image/svg+xml,${encodeURIComponent(shown)}`;
}

function Themed({ theme, face, draft }: Props & { theme: 'light' | 'dark' }) {
  const accent = isColour(draft.accent) ? draft.accent.toLowerCase() : '';
  const style = accentStyle(accent);
  const [logo, front] = [pictureSource(face, draft, 'logo'), pictureSource(face, draft, 'front')];
  const sentence = ownSentence(draft).trim();
  const links = [...draft.headerLinks, ...draft.footerLinks].filter(({ text }) => text.trim() !== '');
  return (
    <div
      role="img"
      aria-label={`The first page in the ${theme} theme`}
      data-scheme={theme}
      style={style}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-paper text-sm text-ink"
    >
      <div className="flex h-12 items-center gap-2 border-b border-line px-3">
        {logo === undefined ? (
          <Mark />
        ) : (
          // oxlint-disable-next-line nextjs/no-img-element -- as it was chosen, and not sent yet
          <img src={logo} alt="" className="h-6 w-auto max-w-32 object-contain" />
        )}
        {(logo === undefined || draft.showsName) && (
          <span className="min-w-0 truncate font-semibold">{draft.name}</span>
        )}
        <span className="ml-auto flex h-7 shrink-0 items-center rounded-md bg-accent px-2.5 text-dense font-medium text-accent-ink">
          Sign in
        </span>
      </div>
      {draft.announcement.trim() !== '' && (
        <p className="border-b border-line bg-accent-soft px-3 py-1.5 text-center text-dense break-words">
          {draft.announcement}{' '}
          <span className="font-medium underline underline-offset-2">{draft.announcementLink.text}</span>
        </p>
      )}
      <div className="p-3">
        <div className="overflow-hidden rounded-lg border border-line bg-card empty:hidden">
          {sentence !== '' && (
            <p className="px-3 py-3 font-semibold tracking-tight break-words">{sentence}</p>
          )}
          {front !== undefined && (
            // oxlint-disable-next-line nextjs/no-img-element -- as it was chosen, and not sent yet
            <img src={front} alt="" className="h-24 w-full object-cover" />
          )}
        </div>
        <p className="mt-3 text-dense first:mt-0">
          <span className="text-accent underline underline-offset-2">A link</span>{' '}
          <span className="ml-2 rounded-full bg-accent-soft px-2.5 py-0.5">Chosen</span>
          {/* oxlint-disable-next-line nextjs/no-img-element -- drawn here, as it is served */}
          <img src={badgeSource(accent, theme)} alt="" className="mt-2 block h-5" />
        </p>
      </div>
      <p className="flex flex-wrap gap-x-3 border-t border-dashed border-line px-3 py-2 text-xs text-quiet">
        {links.map(({ text }, index) => (
          // Two links may have the same words.
          <span key={index}>{text}</span>
        ))}
        <span>{draft.contact === '' ? 'No support contact' : `Support: ${draft.contact}`}</span>
      </p>
    </div>
  );
}
