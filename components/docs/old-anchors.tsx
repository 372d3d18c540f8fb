'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Opens the page that has a section now that was at `/docs#SECTION` once. A server never sees what is behind the #. */
export function OldAnchors({ sections }: { sections: Record<string, string[]> }) {
  const router = useRouter();
  useEffect(() => {
    const open = () => {
      const id = window.location.hash.slice(1);
      const page = Object.keys(sections).find((slug) => sections[slug]?.includes(id));
      if (page !== undefined) router.replace(`/docs/${page}#${id}`);
    };
    open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [router, sections]);
  return null;
}
