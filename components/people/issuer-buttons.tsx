'use client';

import { useMutation } from '@tanstack/react-query';
import type { OfferedIssuer, OidcWish } from '../../lib/account/identities.ts';
import type { Confirmed } from '../confirmation/use-action.ts';
import { fetchJson } from '../fetch-json.ts';
import { Failure } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';

interface Props {
  issuers: OfferedIssuer[];
  /** Before the name of an issuer, such as "Sign in with". */
  action: string;
  /** The body of the request. */
  wish?: Partial<OidcWish>;
  /** Asks the person for a confirmation if the portal wants one. */
  confirmed?: Confirmed;
  /** Called before the browser goes. */
  onLeave?: () => void;
}

const atOnce = <Result,>(send: () => Promise<Result>) => send();

/** Goes to an issuer, which sends the browser back. */
export function IssuerButtons({ issuers, action, wish = {}, confirmed = atOnce, onLeave }: Props) {
  const going = useMutation({
    mutationFn: async (issuer: string) => {
      const begin = () => fetchJson('POST /api/oidc/{issuer}', { params: { issuer }, body: wish });
      const { location } = await confirmed(begin);
      onLeave?.();
      window.location.assign(location);
    },
  });
  if (issuers.length === 0) return null;
  return (
    <div className="max-w-full min-w-0">
      <div className="flex flex-wrap gap-3">
        {issuers.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            disabled={going.isPending}
            onClick={() => going.mutate(name)}
            className={`${quietButton} max-w-full`}
          >
            <span className="truncate">{`${action} ${label}`}</span>
          </button>
        ))}
      </div>
      <Failure of={going.error} />
    </div>
  );
}
