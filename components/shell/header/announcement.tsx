import Link from 'next/link';
import type { Announcement as Said } from '../../../lib/face/face.ts';
import { CloseAnnouncement } from './banners.tsx';

/** What the operator tells everybody, until the reader closes it. */
export function Announcement({ announcement: { id, text, link } }: { announcement: Said }) {
  return (
    <section
      aria-label="Announcement"
      className="flex items-center gap-x-3 border-t border-line bg-accent-soft py-2 pr-2 pl-4 text-sm rail:px-6"
    >
      <p className="min-w-0 flex-1 text-center break-words">
        {text}
        {link && (
          <>
            {' '}
            <FaceAnchor link={link} className="py-0.5 font-medium underline underline-offset-4" />
          </>
        )}
      </p>
      <CloseAnnouncement id={id} />
    </section>
  );
}

/** A link that an operator has set. */
export function FaceAnchor({
  link: { text, address },
  className,
}: {
  link: NonNullable<Said['link']>;
  className: string;
}) {
  if (address.startsWith('/'))
    return (
      <Link href={address} prefetch={false} className={className}>
        {text}
      </Link>
    );
  return (
    <a href={address} className={className}>
      {text}
    </a>
  );
}
