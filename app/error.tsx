'use client';

import { PageError } from '../components/page-error.tsx';

/** Next calls this where a page could not be made; the server's log has the reason. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <PageError retry={reset} />;
}
