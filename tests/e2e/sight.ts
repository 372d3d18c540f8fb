import type { Page } from '@playwright/test';

/** What a page says of the element that has the focus: to eyes, and to a screen reader. */
export interface Sight {
  kind: 'text' | 'date' | 'radio' | 'combobox' | 'select' | 'file' | 'button' | 'other';
  name: string;
  /** Hints, help and faults of the element, or of the group that it alone serves. */
  description: string;
  placeholder: string;
  value: string;
  isRequired: boolean;
  isInvalid: boolean;
  isExpanded: boolean | undefined;
  /** Of a choice: how many there are, and whether one is chosen. */
  options: number;
  isChosen: boolean;
  /** The name of the innermost group around it, and what that says. */
  group: string;
  groupDescription: string;
  /** The items that its list has. */
  rows: number;
  isInForm: boolean;
}

export function lookAtFocus(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    const textOf = (ids: string | null | undefined) =>
      (ids ?? '')
        .split(/\s+/)
        .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
        .join(' ')
        .trim();
    const nameOf = (one: Element | null | undefined) =>
      textOf(one?.getAttribute('aria-labelledby')) || one?.getAttribute('aria-label') || '';
    const element = document.activeElement ?? document.body;
    const input = element instanceof HTMLInputElement ? element : undefined;
    const choice = element.closest('[role="radiogroup"]');
    const radios = [...(choice?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])];
    const box = input?.type === 'radio' ? choice : element;
    const group = (choice ?? element).parentElement?.closest('[role="group"]');
    const select = element instanceof HTMLSelectElement ? element : undefined;
    const kindOf = () => {
      if (element.getAttribute('role') === 'combobox') return 'combobox' as const;
      if (select) return 'select' as const;
      if (element instanceof HTMLTextAreaElement) return 'text' as const;
      if (input?.type === 'radio' || input?.type === 'file' || input?.type === 'date') return input.type;
      if (input && ['text', 'password', 'email', 'url'].includes(input.type)) return 'text' as const;
      return element instanceof HTMLButtonElement ? ('button' as const) : ('other' as const);
    };
    const expanded = element.getAttribute('aria-expanded');
    const panel = element.closest('[role="tabpanel"]');
    return {
      kind: kindOf(),
      name: nameOf(box) || (element.textContent ?? '').replace(/\s+/g, ' ').trim(),
      description: textOf(box?.getAttribute('aria-describedby')),
      placeholder: element.getAttribute('placeholder') ?? '',
      value: 'value' in element ? String(element.value) : '',
      isRequired: box?.getAttribute('aria-required') === 'true',
      isInvalid: box?.getAttribute('aria-invalid') === 'true' || input?.validity.valid === false,
      isExpanded: expanded === null ? undefined : expanded === 'true',
      options: select ? select.options.length - 1 : radios.length,
      isChosen: radios.some((radio) => radio.checked) || (select !== undefined && select.value !== ''),
      group: nameOf(group),
      groupDescription: textOf(group?.getAttribute('aria-describedby')),
      rows: group?.querySelectorAll(':scope > ol > li, :scope > div > div > table > tbody > tr').length ?? 0,
      isInForm: panel !== null && nameOf(panel).startsWith('Form'),
    };
  });
}
