// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RoleDialog } from '../../../../components/operator/accounts/person-actions.tsx';
import { renderPage } from '../render-page.tsx';

it('says before it is saved that the operator keys end with the last role', async () => {
  renderPage(
    <RoleDialog
      person={{ id: 'per_1', name: 'Grace', addressProven: true }}
      role="publisher"
      close={vi.fn()}
    />,
  );
  const warning = () => screen.queryByText(/^The operator keys of this person stop working immediately/);
  const role = screen.getByLabelText('Role');
  await userEvent.selectOptions(role, 'viewer');
  expect(warning()).toBeNull();
  await userEvent.selectOptions(role, '');
  expect(warning()).not.toBeNull();
  expect(screen.getByText('Change role').classList.contains('button-danger-filled')).toBe(true);
});

it.each([
  ['of a verified address', true],
  ['whose address nobody has verified', false],
])('says that the first role of a person %s ends their password: %s', async (_whose, addressProven) => {
  renderPage(
    <RoleDialog person={{ id: 'per_1', name: 'Grace', addressProven }} role={null} close={vi.fn()} />,
  );
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'viewer');
  const warning = screen.queryByText(/^Nobody has verified the email address of Grace yet/);
  expect(warning === null).toBe(addressProven);
});
