'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedTag } from '../../../lib/operator/tags.ts';
import { listWords } from '../../../lib/operator/tag-words.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { moreIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { Menu, MenuButton, MenuGroup, MenuLink } from '../../shell/header/menu.tsx';
import { useChange } from '../parts/change-button.tsx';
import { cell, figure, Named, NoRows, Rows, wide, wideCell, wider, widerCell } from '../parts/rows.tsx';
import { EditTag, MergeTag, ResetTag } from './tag-dialogs.tsx';

interface Props {
  kind: ListedTag['kind'];
  tags: ListedTag[];
  /** Of the kind, whatever the list is filtered by. */
  all: ListedTag[];
  mayChange: boolean;
  isFiltered: boolean;
}

/** The tags of a kind, in the order of the filters. */
export function TagRows({ kind, tags, all, mayChange, isFiltered }: Props) {
  const { change } = useChange();
  // Until the page shows the last change, the next one would undo it.
  const [changed, setChanged] = useState<ListedTag[]>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (slugs: string[]) =>
      change('POST /api/operator/tag-orders/{kind}', { params: { kind }, body: { slugs } }),
    onSuccess: () => setChanged(all),
  });
  const { about, one } = listWords[kind];
  const isOrdered = all.some(({ position }) => position !== null);
  const columns = [
    { title: 'Tag' },
    { title: 'Products', className: `${wide} w-24`, isFigure: true },
    { title: 'Online', className: 'w-20', isFigure: true },
    { title: 'Said by', className: `${wider} w-52 pl-4` },
    ...(mayChange && !isFiltered ? [{ title: 'Order', className: `${wide} w-24` }] : []),
    ...(mayChange ? [{ title: 'Actions', className: 'w-10', isHidden: true }] : []),
  ];
  return (
    <>
      <p className="mt-4 max-w-prose text-dense text-quiet">
        {about}{' '}
        {isOrdered
          ? 'Those that you placed come first; the others follow by how many products are online.'
          : 'None is placed, so they stand by how many products are online.'}
      </p>
      {error && (
        <p role="alert" className="mt-2 text-dense text-bad">
          {error.message}
        </p>
      )}
      {tags.length === 0 ? (
        <NoRows>
          {isFiltered ? `No ${one} matches.` : `No ${one} yet. An import makes those that it needs.`}
        </NoRows>
      ) : (
        <Rows caption={`${listWords[kind].several}, in the order of the filters`} columns={columns}>
          {tags.map((tag, index) => (
            <TagLine
              key={tag.slug}
              tag={tag}
              all={all}
              mayChange={mayChange}
              move={
                mayChange && !isFiltered
                  ? {
                      index,
                      isPending: isPending || changed === all,
                      to: (place) => mutate(placed(all, index, place)),
                    }
                  : undefined
              }
            />
          ))}
        </Rows>
      )}
    </>
  );
}

/** The tags that are placed once one was moved: those before it stay where they are seen. */
function placed(all: ListedTag[], from: number, to: number): string[] {
  const slugs = all.map(({ slug }) => slug);
  const [moved] = slugs.splice(from, 1);
  if (moved !== undefined) slugs.splice(to, 0, moved);
  const last = all.findLastIndex(({ position }) => position !== null);
  return slugs.slice(0, Math.max(last, from, to) + 1);
}

interface Move {
  index: number;
  isPending: boolean;
  to: (place: number) => void;
}

function TagLine({
  tag,
  all,
  mayChange,
  move,
}: {
  tag: ListedTag;
  all: ListedTag[];
  mayChange: boolean;
  move: Move | undefined;
}) {
  const { slug, name, icon, url, products, online, former } = tag;
  return (
    <tr>
      <td className={cell}>
        <Named
          name={<span className="font-medium">{name}</span>}
          more={
            <>
              <span className="font-mono">{slug}</span>
              {former.length > 0 && ` · was also ${former.join(', ')}`}
              {icon !== null && ' · icon'}
              {url !== null && URL.canParse(url) && ` · ${new URL(url).host}`}
            </>
          }
          below={`${groupedNumber(products)} products · ${says(tag)}`}
        />
      </td>
      <td className={`${wideCell} ${figure}`}>{groupedNumber(products)}</td>
      <td className={`${cell} ${figure} font-medium`}>{groupedNumber(online)}</td>
      <td className={`${widerCell} pl-4 text-quiet`}>{says(tag)}</td>
      {move && (
        <td className={wideCell}>
          <Arrows name={name} last={all.length - 1} {...move} />
        </td>
      )}
      {mayChange && (
        <td className={`${cell} text-right`}>
          <TagMenu tag={tag} all={all} move={move} />
        </td>
      )}
    </tr>
  );
}

/** What an operator does with a tag. On a phone, moving it, too. */
function TagMenu({ tag, all, move }: { tag: ListedTag; all: ListedTag[]; move: Move | undefined }) {
  const { slug, name, beneath } = tag;
  const [opened, setOpened] = useState<'edit' | 'merge' | 'reset' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        button={<Icon path={moreIcon} className="size-4 stroke-[2.2]" />}
        buttonName={`Actions for ${name}`}
        buttonClassName="button button-small button-ghost w-7 px-0 text-quiet max-rail:w-9"
        className="w-56"
      >
        <MenuGroup label="See">
          <MenuLink href={`/?tag=${slug}`}>In the catalogue</MenuLink>
        </MenuGroup>
        <MenuGroup label="Change" className="with-script">
          <MenuButton onClick={() => setOpened('edit')}>Rename or change…</MenuButton>
          {move && move.index > 0 && !move.isPending && (
            <MenuButton onClick={() => move.to(0)}>Move to the top</MenuButton>
          )}
          {beneath && <MenuButton onClick={() => setOpened('reset')}>Show what files say…</MenuButton>}
          {all.length > 1 && (
            <MenuButton onClick={() => setOpened('merge')} className="text-bad">
              Merge into another…
            </MenuButton>
          )}
        </MenuGroup>
      </Menu>
      {opened === 'edit' && <EditTag tag={tag} close={close} />}
      {opened === 'reset' && <ResetTag tag={tag} close={close} />}
      {opened === 'merge' && (
        <MergeTag tag={tag} others={all.filter((one) => one.slug !== slug)} close={close} />
      )}
    </>
  );
}

function says({ saidBy, beneath }: ListedTag): string {
  if (saidBy === 'files') return 'Files';
  return beneath ? `Console (files: ${beneath.name})` : 'Console';
}

function Arrows({ name, index, last, isPending, to }: Move & { name: string; last: number }) {
  const arrow = (words: string, path: string, place: number) => (
    <button
      type="button"
      disabled={isPending || place < 0 || place > last}
      onClick={() => to(place)}
      className="with-script button button-small button-ghost w-7 px-0"
      aria-label={`${words} ${name}`}
      title={words}
    >
      <Icon path={path} className="size-4" />
    </button>
  );
  return (
    <span className="flex">
      {arrow('Move up', 'M8 13V3.5M4 7l4-4 4 4', index - 1)}
      {arrow('Move down', 'M8 3v9.5M4 9l4 4 4-4', index + 1)}
    </span>
  );
}
