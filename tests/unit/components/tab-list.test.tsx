// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { TabList, tabPanel } from '../../../components/tab-list.tsx';

const tabs = ['One', 'Two', 'Three'].map((name) => ({ id: name, name }));

function Tabs() {
  const [chosen, choose] = useState('One');
  return (
    <>
      <TabList
        id="t"
        label="Views"
        tabs={tabs}
        chosen={chosen}
        choose={choose}
        className=""
        tabClassName=""
      />
      <div {...tabPanel('t', chosen)}>
        <button type="button">Inside {chosen}</button>
      </div>
    </>
  );
}

const user = userEvent.setup();

beforeEach(async () => {
  render(<Tabs />);
  await user.tab();
});

it.each([
  ['{ArrowRight}', 'Two'],
  ['{ArrowLeft}', 'Three'],
  ['{ArrowLeft}{ArrowRight}', 'One'],
  ['{End}', 'Three'],
  ['{End}{Home}', 'One'],
  ['{Alt>}{ArrowRight}{/Alt}', 'One'],
])('%s chooses %s, which has the focus', async (typed, name) => {
  await user.keyboard(typed);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name);
  expect(document.activeElement?.textContent).toBe(name);
});

it('labels its panel by the chosen tab, and is one stop of the Tab key', async () => {
  await user.click(screen.getByRole('tab', { name: 'Two' }));
  const panel = screen.getByRole('tabpanel', { name: 'Two' });
  expect(screen.getByRole('tab', { name: 'Two' }).getAttribute('aria-controls')).toBe(panel.id);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Inside Two');
});

it('leaves keys to an input method', () => {
  fireEvent.keyDown(screen.getByRole('tab', { name: 'One' }), { key: 'ArrowRight', isComposing: true });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('One');
});
