'use client';

import { useState } from 'react';
import {
  type EntryField,
  type EntryFields,
  entryFields,
  fieldAtLine,
  withEntryField,
} from '../../../lib/product/edit-entry.ts';
import type { CheckedEntry } from '../../../lib/operator/products.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { fieldRow, Line } from '../parts/editor-field.tsx';
import { MarkdownField } from '../parts/markdown-field.tsx';

interface Props {
  text: string;
  mistakes: CheckedEntry['mistakes'];
  onChange: (text: string) => void;
}

/** The parts of an entry that people read, as fields. They write the same text as the editor, in place. */
export function EntryForm({ text, mistakes, onChange }: Props) {
  // What is typed is not what is stored: spaces at the end of a list, lines at the end of a text.
  const [fields, setFields] = useState(() => entryFields(text));
  if (!fields)
    return (
      <p className="rounded-lg border border-dashed border-line px-4 py-6 text-quiet">
        The YAML has a fault, or something that this form does not have. Mend it there first.
      </p>
    );
  const set = <Name extends EntryField>(name: Name, value: EntryFields[Name]) => {
    setFields({ ...fields, [name]: value });
    onChange(withEntryField(text, name, value));
  };
  const faults = faultsByField(text, mistakes);
  const line = (name: 'name' | 'type' | 'provider') => ({
    value: fields[name],
    fault: faults.get(name),
    onChange: (value: string) => set(name, value),
  });
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-5">
      <Line label="Name" {...line('name')} />
      <Sections
        sections={fields.introduction}
        fault={faults.get('introduction')}
        onChange={(value) => set('introduction', value)}
      />
      <MarkdownField
        label="Documentation"
        of="the documentation"
        value={fields.doc}
        fault={faults.get('doc')}
        rows={14}
        onChange={(value) => set('doc', value)}
      />
      <Line label="Type" hint="The slug of a tag." isCode {...line('type')} />
      <Line label="Provider" hint="The slug of a tag." isCode {...line('provider')} />
      <Tags
        label="Capabilities"
        tags={fields.capabilities}
        fault={faults.get('capabilities')}
        onChange={(value) => set('capabilities', value)}
      />
      <Tags
        label="Labels"
        tags={fields.labels}
        fault={faults.get('labels')}
        onChange={(value) => set('labels', value)}
      />
      <Words
        words={fields.searchWords}
        fault={faults.get('searchWords')}
        onChange={(value) => set('searchWords', value)}
      />
    </div>
  );
}

function faultsByField(text: string, mistakes: Props['mistakes']): Map<EntryField, string> {
  const faults = new Map<EntryField, string>();
  for (const { line, expected } of mistakes) {
    const field = fieldAtLine(text, line);
    if (field && !faults.has(field)) faults.set(field, expected);
  }
  return faults;
}

interface TagsProps {
  label: string;
  fault: string | undefined;
  tags: string[];
  onChange: (tags: string[]) => void;
}

function Tags({ tags, onChange, ...field }: TagsProps) {
  const [typed, setTyped] = useState(tags.join(', '));
  return (
    <Line
      {...field}
      value={typed}
      isCode
      hint="Slugs of tags, with commas between them."
      onChange={(value) => {
        setTyped(value);
        onChange(value.split(/[\s,]+/).filter((tag) => tag !== ''));
      }}
    />
  );
}

interface WordsProps {
  fault: string | undefined;
  words: string[];
  onChange: (words: string[]) => void;
}

function Words({ words, onChange, ...field }: WordsProps) {
  const [typed, setTyped] = useState(words.join(', '));
  return (
    <Line
      {...field}
      label="Search words"
      hint="Words people use for it that stand nowhere above, with commas between them."
      value={typed}
      onChange={(value) => {
        setTyped(value);
        onChange(value.split(',').flatMap((word) => word.trim() || []));
      }}
    />
  );
}

interface SectionsProps {
  sections: EntryFields['introduction'];
  fault: string | undefined;
  onChange: (sections: EntryFields['introduction']) => void;
}

/** What the page of the product says first, section by section. */
function Sections({ sections, fault, onChange }: SectionsProps) {
  const change = (index: number, part: Partial<SectionsProps['sections'][number]>) =>
    onChange(sections.map((section, at) => (at === index ? { ...section, ...part } : section)));
  return (
    <fieldset className={fieldRow}>
      <legend className="float-left font-medium sm:pt-1">Introduction</legend>
      <div className="grid min-w-0 gap-3">
        {fault !== undefined && <p className="text-dense break-words text-bad">{fault}</p>}
        {sections.map(({ title, text }, index) => (
          <div key={index} className="grid gap-2 border-b border-rule pb-3">
            <div className="flex gap-2">
              <input
                aria-label={`Title of section ${index + 1}`}
                value={title}
                onChange={({ target }) => change(index, { title: target.value })}
                className="field min-w-0 flex-1"
              />
              <button
                type="button"
                onClick={() => onChange(sections.filter((_, at) => at !== index))}
                className={quietButton}
              >
                Remove<span className="sr-only"> section {index + 1}</span>
              </button>
            </div>
            <textarea
              aria-label={`Text of section ${index + 1}`}
              value={text}
              rows={3}
              onChange={({ target }) => change(index, { text: target.value })}
              className="field h-auto py-2"
            />
          </div>
        ))}
        <div>
          <button
            type="button"
            onClick={() => onChange([...sections, { title: '', text: '' }])}
            className={quietButton}
          >
            Add a section
          </button>
        </div>
      </div>
    </fieldset>
  );
}
