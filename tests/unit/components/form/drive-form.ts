import { fireEvent, waitFor, within } from '@testing-library/react';
import { isShortChoice } from '../../../../lib/view/form/control-view.ts';
import { branchOf } from '../../../../lib/view/form/switch-branch.ts';
import { describe } from '../../../../lib/form/describe.ts';
import { pointerOf } from '../../../../lib/form/faults.ts';
import { keySchema, optionsOf } from '../../../../lib/form/options.ts';
import type {
  FileWidget,
  ListWidget,
  ObjectWidget,
  Option,
  PicksWidget,
  UnionWidget,
} from '../../../../lib/form/widget.ts';
import {
  equal,
  isJsonObject,
  type JsonObject,
  jsonText,
  type JsonValue,
  numberText,
} from '../../../../lib/json/json.ts';
import { anySchema } from '../../../../lib/schema/schema-graph.ts';
import type { SchemaNode } from '../../../../lib/schema/schema-node.ts';

/** Longer texts than this are pasted, as people do; shorter ones are typed key by key. */
const maxTyped = 8;

/** Enters a value into the field of a pointer, by clicks and key strokes on the elements that are there for it. */
export async function enterField(
  root: HTMLElement,
  pointer: string,
  schema: SchemaNode,
  target: JsonValue,
): Promise<void> {
  const field = [...root.querySelectorAll<HTMLElement>('[data-pointer]')].find(
    (one) => one.dataset['pointer'] === pointer,
  );
  if (field === undefined) throw new Error(`There is no field at ${pointer}`);
  await new Driver(root, pointer).enter(field, schema, target);
}

class Driver {
  readonly #root: HTMLElement;
  readonly #pointer: string;

  constructor(root: HTMLElement, pointer: string) {
    this.#root = root;
    this.#pointer = pointer;
  }

  async enter(scope: HTMLElement, schema: SchemaNode, target: JsonValue): Promise<void> {
    const { widget, nullable } = describe(schema);
    if (nullable) {
      const toggle = this.#own(scope, 'button[aria-pressed]', (one) => /: null$/.test(one.textContent));
      if ((toggle.getAttribute('aria-pressed') === 'true') !== (target === null)) fireEvent.click(toggle);
      if (target === null) return;
    }
    switch (widget.kind) {
      case 'text':
        return this.#text(scope, String(target));
      case 'number':
        return this.#type(scope, 'input[type=text]', typeof target === 'number' ? numberText(target) : '');
      case 'boolean':
        return this.#radio(scope, String(target));
      case 'choice':
        return this.#choose(scope, widget.options, target);
      case 'picks':
        return this.#picks(scope, widget, arrayOf(target));
      case 'file':
        return this.#file(scope, widget, String(target));
      case 'json':
        return this.#json(scope, target);
      case 'list':
        return this.#list(scope, widget, arrayOf(target));
      case 'object':
        return this.#object(scope, widget, isJsonObject(target) ? target : {});
      case 'union':
        return this.#union(scope, widget, target);
    }
  }

  #text(scope: HTMLElement, target: string): void {
    const selector = 'textarea, input:not([type=color]):not([aria-hidden])';
    if (target !== '') return this.#type(scope, selector, target);
    const empty = this.#find(scope, 'button', (one) => one.textContent.startsWith('empty text'));
    if (empty && empty.getAttribute('aria-pressed') !== 'true') fireEvent.click(empty);
    if (!empty) this.#type(scope, selector, '');
  }

  /** The field is looked for at each key, since it may be another one once a line is broken. */
  #type(scope: HTMLElement, selector: string, text: string): void {
    const field = () => this.#own<HTMLInputElement>(scope, selector);
    const isTyped = text.length <= maxTyped && field().type !== 'date';
    for (let end = isTyped ? 1 : text.length; end < text.length; end += 1) {
      // A line break is no key of an input, and characters of two units come at once.
      if (/[\n\ud800-\udfff\u0300-\u036f]/.test(text)) break;
      fireEvent.change(field(), { target: { value: text.slice(0, end) } });
    }
    // What no key of an input says is pasted.
    if (text.includes('\n') && field().tagName === 'INPUT') {
      fireEvent.change(field(), { target: { value: '' } });
      const isCell = field().closest('[data-column]') !== null;
      const copied = isCell ? `"${text.replaceAll('"', '""')}"` : text;
      fireEvent.paste(field(), { clipboardData: { getData: () => copied, files: [] } });
      if (field().value === text) return;
      // The line break after a last line is taken for the end of it; a blank line is not.
      fireEvent.paste(field(), { clipboardData: { getData: () => '\n', files: [] } });
    }
    fireEvent.change(field(), { target: { value: text } });
  }

  #radio(scope: HTMLElement, label: string): void {
    const cell = this.#find<HTMLSelectElement>(scope, 'select');
    if (cell) return this.#select(cell, label);
    const radios = within(this.#own(scope, '[role=radiogroup]')).getAllByRole('radio');
    const radio = radios.find((one) => one.closest('label')?.textContent === label);
    if (radio === undefined) throw new Error(`No radio ${label}`);
    fireEvent.click(radio);
  }

  #select(cell: HTMLSelectElement, label: string): void {
    const option = [...cell.options].find((one) => one.textContent === label);
    if (option === undefined) throw new Error(`No option ${label}`);
    fireEvent.change(cell, { target: { value: option.value } });
  }

  #choose(scope: HTMLElement, options: Option[], target: JsonValue): void {
    const option = options.find(({ value }) => equal(value, target));
    if (option === undefined) throw new Error(`No option ${JSON.stringify(target)}`);
    if (isShortChoice(options) || this.#find(scope, 'select')) return this.#radio(scope, option.label);
    this.#search(scope, option.label);
  }

  #search(scope: HTMLElement, label: string): void {
    const box = this.#own(scope, '[role=combobox]');
    fireEvent.click(box);
    fireEvent.change(box, { target: { value: label } });
    const list = this.#own(scope, '[role=listbox]');
    const found = within(list).getAllByRole('option');
    const option = found.find((one) => one.firstChild?.textContent === label);
    if (option === undefined) throw new Error(`The search for ${label} does not find it`);
    fireEvent.click(option);
  }

  #picks(scope: HTMLElement, widget: PicksWidget, target: JsonValue[]): void {
    if (target.length === 0) return this.#sendNone(scope);
    for (const item of target) {
      const label =
        (widget.options.find(({ value }) => equal(value, item)) ?? optionsOf([item])[0])?.label ?? '';
      if (isShortChoice(widget.options))
        fireEvent.click(this.#own(scope, 'button', (one) => one.textContent === `+Add ${label}`));
      else this.#search(scope, label);
    }
  }

  async #file(scope: HTMLElement, widget: FileWidget, target: string): Promise<void> {
    const named = /^data:([^;,]+);name=([^;,]+);base64,(.*)$/s.exec(target);
    const [, type = '', name = 'file', data = ''] = named ?? [];
    if (named || widget.encoding === 'base64') {
      const bytes = Uint8Array.from(atob(named ? data : target), (character) => character.charCodeAt(0));
      const file = new File([bytes], decodeURIComponent(name), { type });
      fireEvent.change(this.#own(scope, 'input[type=file]'), { target: { files: [file] } });
      await waitFor(() => {
        if (scope.textContent.includes('Reading…')) throw new Error('The file is not there yet');
      });
      return;
    }
    fireEvent.click(this.#own(scope, 'button', (one) => one.textContent === 'As text'));
    fireEvent.change(this.#own(scope, 'textarea'), { target: { value: 'x' } });
    fireEvent.change(this.#own(scope, 'textarea'), { target: { value: target } });
  }

  /** On the way the text is no JSON. */
  #json(scope: HTMLElement, target: JsonValue): void {
    const text = jsonText(target);
    const area = () => this.#own(scope, 'textarea');
    fireEvent.change(area(), { target: { value: text.slice(0, -1) } });
    fireEvent.change(area(), { target: { value: text } });
  }

  async #list(scope: HTMLElement, widget: ListWidget, target: JsonValue[]): Promise<void> {
    const rows = () =>
      [...scope.querySelectorAll<HTMLElement>('[data-row]')].filter(
        (one) => one.parentElement?.closest('[data-pointer], [data-branch]') === scope,
      );
    while (rows().length > target.length) {
      const [tool] = rows().at(-1)?.querySelectorAll(':scope > * > [data-tool=remove]') ?? [];
      if (!tool) throw new Error(`Nothing removes the last item at ${this.#pointer}`);
      fireEvent.click(tool);
    }
    if (target.length === 0) return this.#sendNone(scope);
    for (const [index, item] of target.entries()) {
      if (index >= rows().length) fireEvent.click(this.#own(scope, '[data-tool=add]'));
      const schema = widget.prefix[index] ?? widget.items ?? anySchema;
      await enterField(this.#root, pointerOf(this.#pointer, index), schema, item);
    }
  }

  #sendNone(scope: HTMLElement): void {
    const none = this.#find(scope, 'button', (one) => one.textContent.startsWith('Send an empty list'));
    if (none) fireEvent.click(none);
  }

  /** Sections may hold sections. */
  #openSections(scope: HTMLElement): void {
    const closed = () => this.#find(scope, '[data-tool=section][aria-expanded=false]');
    for (let line = closed(); line !== undefined; line = closed()) fireEvent.click(line);
  }

  async #object(scope: HTMLElement, widget: ObjectWidget, target: JsonObject): Promise<void> {
    const open = this.#find(scope, 'button', (one) => /Fill in|Send an empty object/.test(one.textContent));
    if (open) fireEvent.click(open);
    this.#openSections(scope);
    for (const { name, schema } of widget.members) {
      const value = Object.hasOwn(target, name) ? target[name] : undefined;
      const pointer = pointerOf(this.#pointer, name);
      if (value !== undefined && isSettled(schema, value) && !this.#isThere(pointer)) continue;
      if (value !== undefined) await enterField(this.#root, pointer, schema, value);
      else this.#clear(pointer);
    }
    const names = new Set(widget.members.map((member) => member.name));
    for (const [key, value] of Object.entries(target)) {
      if (names.has(key)) continue;
      fireEvent.change(this.#own(scope, 'input[placeholder="New key"]'), { target: { value: key } });
      fireEvent.click(this.#own(scope, 'button', (one) => one.textContent.includes('the key to')));
      await enterField(this.#root, pointerOf(this.#pointer, key), keySchema(widget, key) ?? anySchema, value);
    }
  }

  /** What a new object brought along is taken out where the value does not have it. */
  #clear(pointer: string): void {
    const field = [...this.#root.querySelectorAll<HTMLElement>('[data-pointer]')].find(
      (one) => one.dataset['pointer'] === pointer,
    );
    if (field === undefined) return;
    const button = this.#find(field, 'button', (one) => one.textContent.startsWith('Clear'));
    const typed = this.#find<HTMLInputElement>(field, 'input[type=text], textarea, select');
    if (button) fireEvent.click(button);
    else if (typed && typed.value !== '') fireEvent.change(typed, { target: { value: '' } });
  }

  #isThere(pointer: string): boolean {
    return [...this.#root.querySelectorAll<HTMLElement>('[data-pointer]')].some(
      (one) => one.dataset['pointer'] === pointer,
    );
  }

  async #union(scope: HTMLElement, widget: UnionWidget, target: JsonValue): Promise<void> {
    const index = branchOf(widget, target);
    const branch = widget.branches[index];
    if (branch === undefined) throw new Error(`No branch for ${JSON.stringify(target)}`);
    if (isShortChoice(widget.branches)) this.#radio(scope, branch.label);
    else this.#search(scope, branch.label);
    await this.enter(this.#own(scope, `[data-branch="${index}"]`), branch.schema, target);
  }

  #own<Kind extends HTMLElement = HTMLElement>(
    scope: HTMLElement,
    selector: string,
    is: (one: HTMLElement) => boolean = () => true,
  ): Kind {
    const found = this.#find<Kind>(scope, selector, is);
    if (found === undefined) throw new Error(`Nothing is ${selector} at ${this.#pointer}`);
    return found;
  }

  /** The first element that belongs to this place and not to a field within it. */
  #find<Kind extends HTMLElement = HTMLElement>(
    scope: HTMLElement,
    selector: string,
    is: (one: HTMLElement) => boolean = () => true,
  ): Kind | undefined {
    return [...scope.querySelectorAll<Kind>(selector)].find((one) => this.#isOwn(scope, one) && is(one));
  }

  #isOwn(scope: HTMLElement, element: HTMLElement): boolean {
    const start = element.matches('[data-branch]') ? element.parentElement : element;
    return start?.closest('[data-pointer], [data-branch]') === scope;
  }
}

function arrayOf(target: JsonValue): JsonValue[] {
  return Array.isArray(target) ? target : [];
}

/** A constant that stands already is not asked for. */
function isSettled(schema: SchemaNode, target: JsonValue): boolean {
  const { widget } = describe(schema);
  const [option, ...more] = widget.kind === 'choice' ? widget.options : [];
  return option !== undefined && more.length === 0 && equal(option.value, target);
}
