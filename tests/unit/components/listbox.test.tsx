// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useListbox } from '../../../components/use-listbox.ts';

const keys = Array.from({ length: 12 }, (_, index) => `option ${index}`);
const choose = vi.fn<(index: number) => void>();
const escape = vi.fn<() => void>();

function Field() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  const { field, list, option } = useListbox({ keys, isOpen, open, close, choose });
  return (
    <div onKeyDown={({ key }) => key === 'Escape' && escape()}>
      <input {...field} />
      {isOpen && (
        <ul {...list}>
          {keys.map((key, index) => (
            <li key={key} {...option(index)}>
              {key}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const user = userEvent.setup();
const field = () => screen.getByRole('combobox');
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(async () => {
  render(<Field />);
  await user.click(field());
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it.each([
  ['{ArrowDown}', 'option 0'],
  ['{ArrowUp}', 'option 0'],
  ['{ArrowDown}{ArrowDown}', 'option 1'],
  ['{ArrowDown}{ArrowUp}', 'option 11'],
  ['{ArrowDown}{ArrowUp}{ArrowDown}', 'option 0'],
  ['{ArrowDown}{PageDown}', 'option 10'],
  ['{ArrowDown}{PageDown}{PageDown}', 'option 11'],
  ['{ArrowDown}{PageDown}{PageUp}', 'option 0'],
  ['{ArrowDown}{Alt>}{ArrowDown}{/Alt}', 'option 0'],
  ['{ArrowDown}{ArrowDown}{End}{Home}', 'option 1'],
])('after %s the active option is %s', async (typed, option) => {
  await user.keyboard(typed);
  expect(active()).toBe(option);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(option);
});

it('says whether it is open', async () => {
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{ArrowDown}');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
});

it('chooses the active option with Enter', async () => {
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(choose).toHaveBeenCalledExactlyOnceWith(1);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'leaves keys to an input method: %o',
  async (composing) => {
    await user.keyboard('{ArrowDown}');
    for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(field(), { key, ...composing });
    expect(choose).not.toHaveBeenCalled();
    expect(active()).toBe('option 0');
  },
);

it('closes with Escape, and once closed leaves Escape to what is around it', async () => {
  await user.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(escape).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(escape).toHaveBeenCalledOnce();
});

it('follows the pointer, and keeps the focus in the field', async () => {
  await user.keyboard('{ArrowDown}');
  await user.hover(screen.getByText('option 7'));
  expect(active()).toBe('option 7');
  await user.click(screen.getByText('option 8'));
  expect(choose).toHaveBeenCalledExactlyOnceWith(8);
  expect(document.activeElement).toBe(field());
});
