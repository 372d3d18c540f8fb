'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callsIcon, eyeIcon, moreIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { Menu, MenuButton, MenuGroup, MenuLink } from '../../shell/header/menu.tsx';
import { ChangeButton, Refusal, useChange } from '../parts/change-button.tsx';
import { DangerDialog } from '../parts/danger-button.tsx';

interface Props {
  slug: string;
  name: string;
  isOnline: boolean;
  mayChange: boolean;
}

/** The dialog of a product that is taken off line. */
function TakeOffline({ slug, name, close }: { slug: string; name: string; close: () => void }) {
  return (
    <DangerDialog
      action="Take offline"
      title={`Take ${name} offline?`}
      route="POST /api/operator/products/{slug}/status"
      params={{ slug }}
      body={{ status: 'offline' }}
      isReasonOptional
      close={close}
    >
      <p className="break-words">
        <strong>{name}</strong> is no longer listed, and new calls are refused, until you put it online again.
        Running calls end as usual.
      </p>
    </DangerDialog>
  );
}

/** Takes a product off line, or back on line, on its page. */
export function ChangeStatus({ slug, name, isOnline }: Omit<Props, 'mayChange'>) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isOnline)
    return (
      <ChangeButton
        label="Put online"
        about={name}
        route="POST /api/operator/products/{slug}/status"
        params={{ slug }}
        body={{ status: 'online' }}
      />
    );
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)} className="with-script button button-danger">
        Take offline…<span className="sr-only"> {name}</span>
      </button>
      {isAsking && <TakeOffline slug={slug} name={name} close={() => setIsAsking(false)} />}
    </>
  );
}

/** What an operator does with a product of the list. */
export function ProductMenu({ slug, name, isOnline, mayChange }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { change } = useChange();
  const set = { route: 'POST /api/operator/products/{slug}/status', params: { slug } } as const;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => change(set.route, { params: set.params, body: { status: 'online' } }),
  });
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        button={<Icon path={moreIcon} className="size-4 stroke-[2.2]" />}
        buttonName={`Actions for ${name}`}
        buttonClassName="button button-small button-ghost w-7 px-0 text-quiet max-rail:w-9"
        className="w-48"
      >
        <MenuGroup label="See">
          <MenuLink href={`/products/${slug}`} icon={eyeIcon}>
            As callers see it
          </MenuLink>
          <MenuLink href={`/operator/calls?product=${slug}`} icon={callsIcon}>
            Calls
          </MenuLink>
        </MenuGroup>
        {mayChange && (
          <MenuGroup label="Change" className="with-script">
            {isOnline ? (
              <MenuButton onClick={() => setIsAsking(true)} className="text-bad">
                Take offline…
              </MenuButton>
            ) : (
              <MenuButton onClick={() => mutate()} disabled={isPending}>
                Put online
              </MenuButton>
            )}
          </MenuGroup>
        )}
      </Menu>
      {isAsking && <TakeOffline slug={slug} name={name} close={() => setIsAsking(false)} />}
      {error && (
        <span role="alert" className="block text-left text-bad">
          <Refusal error={error} />
        </span>
      )}
    </>
  );
}
