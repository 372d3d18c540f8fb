import type { ComponentProps, ReactNode } from 'react';
import { catalogueOrders } from '../../../lib/face/face.ts';
import { accentColours } from '../../../lib/face/accent.ts';
import { EditorField, Line } from '../parts/editor-field.tsx';
import { type FieldsProps, isColour, orderWords } from './face-draft.ts';
import { FaceLinks, LinkFields } from './face-links.tsx';
import { PictureField } from './picture-field.tsx';

/** All that can be changed, in the order in which a visitor sees it. */
export function FaceFields(props: FieldsProps) {
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Who {...props} />
      <Look {...props} />
      <FirstPage {...props} />
      <Announcement {...props} />
      <Links {...props} />
    </div>
  );
}

function Who(props: FieldsProps) {
  return (
    <Group id="who" title="Who you are">
      <DraftLine
        {...props}
        field="name"
        label="Name"
        hint="In the header, titles, emails, and for agents. A name in FAREBOX_MAIL_FROM wins as the sender of emails."
        maxLength={40}
      />
      <DraftLine
        {...props}
        field="contact"
        label="Support contact"
        hint="A mail address, or an address with https://. Shown in the footer, and wherever people are told to ask the operator."
        placeholder="support@example.com"
      />
    </Group>
  );
}

function Look(props: FieldsProps) {
  const { draft, set } = props;
  return (
    <Group id="look" title="Look">
      <PictureField
        {...props}
        kind="logo"
        label="Logo"
        hint="SVG or PNG of at most 64 KB. It is 28 pixels high."
      />
      <EditorField label="Name in the header" fault={undefined}>
        {(input) => (
          <label className="flex min-h-9 items-center gap-2 text-sm">
            <input
              {...input}
              type="checkbox"
              checked={draft.showsName}
              onChange={({ target }) => set({ showsName: target.checked })}
              className="size-4 accent-accent"
            />
            Beside the logo
          </label>
        )}
      </EditorField>
      <PictureField
        {...props}
        kind="icon"
        label="Icon"
        hint="SVG or PNG of at most 32 KB, as wide as it is high. Browsers show it on tabs."
      />
      <Colour {...props} />
    </Group>
  );
}

function FirstPage(props: FieldsProps) {
  const { draft, faults, set } = props;
  return (
    <Group id="first" title="First page">
      <DraftLine
        {...props}
        field="sentence"
        label="Sentence"
        hint="What the portal is for. Also in the footer, and for agents."
        maxLength={160}
      />
      <PictureField
        {...props}
        kind="front"
        label="Picture"
        hint="SVG, PNG, JPEG or WebP of at most 300 KB. It is cut to fit."
      />
      <EditorField
        label="Order of the catalogue"
        hint="After the featured products, where no other order and no search is asked for."
        fault={faults['catalogueOrder']}
      >
        {(input) => (
          <select
            {...input}
            value={draft.catalogueOrder}
            onChange={({ target }) => {
              const catalogueOrder = catalogueOrders.find((order) => order === target.value);
              if (catalogueOrder) set({ catalogueOrder });
            }}
            className="field max-w-80"
          >
            {catalogueOrders.map((order) => (
              <option key={order} value={order}>
                {orderWords[order]}
              </option>
            ))}
          </select>
        )}
      </EditorField>
    </Group>
  );
}

function Announcement(props: FieldsProps) {
  const { draft, faults, set } = props;
  return (
    <Group id="announcement" title="Announcement">
      <DraftLine
        {...props}
        field="announcement"
        place="announcement/text"
        label="Text"
        hint="At the top of every page, for guests too, until somebody closes it. Empty: none."
        maxLength={300}
      />
      <LinkFields
        label="Link"
        link={draft.announcementLink}
        faults={faults}
        place="announcement/link"
        onChange={(announcementLink) => set({ announcementLink })}
      />
    </Group>
  );
}

/** The places of links, and how many each has at most. */
const linkRows = [
  {
    place: 'headerLinks',
    label: 'Header',
    most: 3,
    hint: 'Beside the pages of the portal. On small screens they are in the footer.',
  },
  { place: 'footerLinks', label: 'Footer', most: 8, hint: 'Such as an imprint, or your own site.' },
] as const;

function Links({ draft, faults, set }: FieldsProps) {
  return (
    <Group id="links" title="Links">
      {linkRows.map((row) => (
        <FaceLinks
          key={row.place}
          {...row}
          links={draft[row.place]}
          faults={faults}
          onChange={(links) => set({ [row.place]: links })}
        />
      ))}
    </Group>
  );
}

interface DraftLineProps
  extends FieldsProps,
    Omit<ComponentProps<typeof Line>, 'value' | 'fault' | 'onChange'> {
  field: 'name' | 'contact' | 'sentence' | 'announcement';
  /** Of its fault in the body, if it is another. */
  place?: string;
}

/** One line of the draft. */
function DraftLine({ face: _face, draft, faults, set, field, place = field, ...line }: DraftLineProps) {
  return (
    <Line {...line} value={draft[field]} fault={faults[place]} onChange={(text) => set({ [field]: text })} />
  );
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <div className="mt-2 grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-5">{children}</div>
    </section>
  );
}

const standardAccent = '#b03608';

/** A colour, with what is not as it was chosen. */
function Colour({ draft: { accent }, faults, set }: FieldsProps) {
  const notes = isColour(accent) ? accentColours(accent.toLowerCase()).notes : [];
  return (
    <EditorField
      label="Accent colour"
      hint="Of links and of the one button that matters on a page."
      fault={faults['accent']}
    >
      {(input) => (
        <>
          <div className="flex items-center gap-2">
            <input
              type="color"
              aria-label="Choose the accent colour"
              value={isColour(accent) ? accent : standardAccent}
              onChange={({ target }) => set({ accent: target.value })}
              className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-edge bg-card p-1 max-rail:h-11"
            />
            <input
              {...input}
              value={accent}
              placeholder={standardAccent}
              spellCheck={false}
              onChange={({ target }) => set({ accent: target.value.trim() })}
              className="field max-w-32 font-mono"
            />
            {accent !== '' && (
              <button type="button" onClick={() => set({ accent: '' })} className="button button-small">
                Use that of Farebox
              </button>
            )}
          </div>
          <div role="status">
            {notes.map((note) => (
              <p key={note} className="text-dense text-warn">
                {note}
              </p>
            ))}
          </div>
        </>
      )}
    </EditorField>
  );
}
