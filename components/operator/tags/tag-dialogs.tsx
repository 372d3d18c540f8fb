'use client';

import { useState } from 'react';
import type { ListedTag } from '../../../lib/operator/tags.ts';
import { listWords } from '../../../lib/operator/tag-words.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { Confirmation } from '../../shell/confirmation.tsx';
import { plusIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { ChangeDialog } from '../parts/change-dialog.tsx';

/** Opens the dialog that makes a tag. */
export function NewTag({ kind }: { kind: ListedTag['kind'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { one } = listWords[kind];
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-main">
        <Icon path={plusIcon} />
        New {one}…
      </button>
      {isOpen && <NewTagDialog kind={kind} close={() => setIsOpen(false)} />}
    </>
  );
}

function NewTagDialog({ kind, close }: { kind: ListedTag['kind']; close: () => void }) {
  const { change } = useChange();
  const { one } = listWords[kind];
  return (
    <ChangeDialog
      title={`New ${one}`}
      action={`Make ${one}`}
      send={(fields) => {
        const slug = textOf(fields, 'slug').trim();
        return change('POST /api/operator/tags', { body: { kind, slug, ...looksOf(fields) } });
      }}
      close={close}
      isReasonOptional
    >
      {(faults) => (
        <>
          <TextField label="Name" name="name" maxLength={60} fault={faults['name']} />
          <TextField
            label="Slug"
            name="slug"
            maxLength={64}
            autoCapitalize="none"
            hint="In addresses and files, such as weather-data. It stays as it is."
            fault={faults['slug']}
          />
          <LooksFields kind={kind} faults={faults} />
        </>
      )}
    </ChangeDialog>
  );
}

export function EditTag({ tag, close }: { tag: ListedTag; close: () => void }) {
  const { kind, slug, name, saidBy } = tag;
  const { change } = useChange();
  const address = { params: { kind, slug } };
  return (
    <ChangeDialog
      title={`Change ${name}`}
      action={`Change ${listWords[kind].one}`}
      send={(fields) =>
        change('POST /api/operator/tags/{kind}/{slug}', { ...address, body: looksOf(fields) })
      }
      close={close}
      isReasonOptional
      about={
        <p className="text-sm text-quiet">
          Its slug {slug} stays, and so do links.{' '}
          {saidBy === 'files' &&
            'What you say here lies over what files say, also when they are applied again.'}
        </p>
      }
    >
      {(faults) => (
        <>
          <TextField label="Name" name="name" maxLength={60} defaultValue={name} fault={faults['name']} />
          <LooksFields kind={kind} tag={tag} faults={faults} />
        </>
      )}
    </ChangeDialog>
  );
}

function LooksFields({
  kind,
  tag,
  faults,
}: {
  kind: ListedTag['kind'];
  tag?: ListedTag;
  faults: Record<string, string>;
}) {
  return (
    <>
      {(kind === 'types' || kind === 'providers') && (
        <TextField
          label="Icon (optional)"
          name="icon"
          required={false}
          maxLength={300}
          defaultValue={tag?.icon ?? ''}
          hint="Pages show an emoji, a path of the portal, or a data: address of a picture. Clients of the API get any name or address."
          fault={faults['icon']}
        />
      )}
      <TextField
        label="Address (optional)"
        name="url"
        required={false}
        maxLength={500}
        defaultValue={tag?.url ?? ''}
        hint="Of a page about it, with http or https."
        fault={faults['url']}
      />
      <TextField
        label="Description (optional)"
        name="description"
        required={false}
        maxLength={500}
        defaultValue={tag?.description ?? ''}
        fault={faults['description']}
      />
    </>
  );
}

/** Of the fields of a tag. What is empty is left out. */
function looksOf(fields: FormData) {
  const [icon, url, description] = ['icon', 'url', 'description'].map((name) => textOf(fields, name).trim());
  return {
    name: textOf(fields, 'name').trim(),
    ...(icon && { icon }),
    ...(url && { url }),
    ...(description && { description }),
    ...reasonOf(fields),
  };
}

export function ResetTag({ tag, close }: { tag: ListedTag; close: () => void }) {
  const { kind, slug, name, beneath } = tag;
  const { change } = useChange();
  const address = { params: { kind, slug } };
  return (
    <ChangeDialog
      title={`Show what files say of ${name}?`}
      action="Show what files say"
      send={(fields) =>
        change('POST /api/operator/tags/{kind}/{slug}/reset', { ...address, body: reasonOf(fields) })
      }
      close={close}
      isReasonOptional
      about={
        <p className="text-sm">
          <span className="text-quiet">{name}</span> → <strong>{beneath?.name}</strong>. Its place stays.
        </p>
      }
    />
  );
}

export function MergeTag({ tag, others, close }: { tag: ListedTag; others: ListedTag[]; close: () => void }) {
  const { kind, slug, name, products } = tag;
  const { change } = useChange();
  return (
    <Confirmation
      title={`Merge ${name} into another ${listWords[kind].one}?`}
      action="Merge"
      nameToType={slug}
      close={close}
      act={(fields) =>
        change('POST /api/operator/tags/{kind}/{slug}/merge', {
          params: { kind, slug },
          body: { into: textOf(fields, 'into'), ...reasonOf(fields) },
        })
      }
      fields={(faults) => (
        <>
          <label className="grid gap-1 text-sm font-medium">
            Into
            <select name="into" className="field font-normal" aria-invalid={faults['into'] !== undefined}>
              {others.map((other) => (
                <option key={other.slug} value={other.slug}>
                  {other.name} ({other.slug})
                </option>
              ))}
            </select>
            {faults['into'] !== undefined && <span className="font-normal text-bad">{faults['into']}</span>}
          </label>
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    >
      <p className="break-words">
        Its {countOf(products, 'product')} {products === 1 ? 'has' : 'have'} the other tag from then on, and{' '}
        <strong>{name}</strong> is gone from the filters. This cannot be undone.
      </p>
      <p>
        Links, filters and files with <span className="font-mono">{slug}</span> go on to work: it stands for
        the other tag.
      </p>
    </Confirmation>
  );
}
