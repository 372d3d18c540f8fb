'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { TermsToAccept } from '../../lib/account/terms.ts';
import { pageAddress } from '../../lib/product/page-address.ts';
import { useAction } from '../confirmation/use-action.ts';
import { fetching } from '../fetch-json.ts';
import { Markdown } from '../markdown.tsx';
import { ProblemError } from '../problem-error.ts';
import { FormDialog } from '../shell/confirmation.tsx';
import { SignInLink } from '../shell/header/sign-in-link.tsx';
import { TitledModal } from '../shell/modal.tsx';

type Terms = Pick<TermsToAccept, 'page' | 'title' | 'mayAccept'>;

interface HelpProps {
  terms: Terms;
  isGuest: boolean;
}

/** What somebody can do whose account has not accepted the terms of a product. */
export function TermsHelp({ terms, isGuest }: HelpProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {terms.mayAccept && <AcceptButton terms={terms} />}
      {isGuest && <SignInLink className="button">Sign in</SignInLink>}
      <Link
        href={pageAddress(terms.page)}
        target="_blank"
        className="text-sm break-words text-accent underline underline-offset-4"
      >
        {terms.title}
      </Link>
    </div>
  );
}

export function AcceptButton({ terms }: { terms: Pick<Terms, 'page' | 'title'> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button">
        Read and accept…<span className="sr-only"> {terms.title}</span>
      </button>
      {isOpen && <AcceptDialog terms={terms} close={() => setIsOpen(false)} />}
    </>
  );
}

function pageOptions(page: string) {
  return {
    queryKey: ['public', 'page', page],
    queryFn: fetching('GET /api/pages/{slug}', { params: { slug: page } }),
    // What is accepted must be what it says now.
    staleTime: 0,
  };
}

interface DialogProps {
  terms: Pick<Terms, 'page' | 'title'>;
  close: () => void;
}

/** The whole text, and the button that accepts this version of it. */
function AcceptDialog({ terms, close }: DialogProps) {
  const client = useQueryClient();
  const options = pageOptions(terms.page);
  const { data, error } = useQuery(options);
  const act = useAction({ queryKey: ['credits', 'balance'] }, { queryKey: ['terms'] });
  if (!data)
    return (
      <TitledModal label={terms.title} close={close}>
        <p role="status" className="mt-2 text-quiet">
          {error ? error.message : 'Loading the page…'}
        </p>
      </TitledModal>
    );
  const { slug: page, title, version, text } = data;
  async function submit() {
    try {
      await act('POST /api/terms', { body: { page, version } });
    } catch (refusal) {
      // The dialog then shows what it says now.
      if (refusal instanceof ProblemError && refusal.problem.code === 'changed-meanwhile')
        void client.invalidateQueries({ queryKey: options.queryKey });
      throw refusal;
    }
    close();
  }
  return (
    <FormDialog
      title={`Accept ${title}?`}
      action="Accept"
      submit={submit}
      close={close}
      about={
        <>
          <p className="text-sm text-quiet">
            Version {version}. You accept it for the whole account: its members and API keys can then call the
            product.
          </p>
          <div
            role="region"
            aria-label={`Text of ${title}`}
            tabIndex={0}
            className="max-h-[50dvh] overflow-auto rounded-md border border-line bg-paper px-4 py-3 text-sm wrap-anywhere [&_a]:text-accent [&_a]:underline [&_code]:font-mono [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:mt-4 [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:font-medium [&_li]:ml-5 [&_li]:list-disc [&_ol_li]:list-decimal [&_p]:my-2 [&>:first-child]:mt-0"
          >
            <Markdown text={text} isOwn />
          </div>
        </>
      }
    >
      {() => null}
    </FormDialog>
  );
}
