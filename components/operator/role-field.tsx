import { useId } from 'react';
import type { OperatorRole } from '../../lib/account/operator-role.ts';

/** What each role is for. The rights are in the table of the server. */
export const roleWords: Record<OperatorRole, string> = {
  owner: 'Owner: everything',
  publisher: 'Publisher: products',
  finance: 'Finance: accounts and credits',
  viewer: 'Viewer: reads only',
};

/** A choice of role. */
export function RoleField({
  role,
  none,
  onRole,
}: {
  role: OperatorRole | null;
  none?: string;
  /** Called with the role that is chosen, or '' for none. */
  onRole?: (role: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        Role
      </label>
      <select
        id={id}
        name="operatorRole"
        defaultValue={role ?? ''}
        onChange={({ target }) => onRole?.(target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-line bg-paper px-3"
      >
        {none !== undefined && <option value="">{none}</option>}
        {Object.entries(roleWords).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
