import { type ReactNode, useState } from 'react';
import { PersonForm } from '../people/person-form.tsx';
import { TextField, textOf } from '../people/fields.tsx';
import { TitledModal } from './modal.tsx';

interface Props {
  title: string;
  /** The label of the button: `Revoke`. */
  action: string;
  /** Does it. Its error is shown, and the dialog stays open. */
  act: (fields: FormData) => Promise<unknown>;
  close: () => void;
  /** What must be typed before data is lost, such as a name. */
  nameToType?: string;
  /** Further fields, such as a reason. */
  fields?: (faults: Record<string, string>) => ReactNode;
  /** The consequences: what happens to whom. */
  children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function Confirmation({ title, action, act, close, nameToType, fields, children }: Props) {
  const [isMistyped, setIsMistyped] = useState(false);
  async function submit(given: FormData) {
    const isRight = nameToType === undefined || textOf(given, 'typed').trim() === nameToType.trim();
    setIsMistyped(!isRight);
    if (isRight) await act(given);
  }
  return (
    <TitledModal label={title} close={close}>
      <div className="mt-2 grid grid-cols-1 gap-2">{children}</div>
      <PersonForm action={action} submit={submit} isDanger>
        {(faults) => (
          <>
            {fields?.(faults)}
            {nameToType !== undefined && (
              <TextField
                label={`Type ${nameToType}`}
                name="typed"
                autoComplete="off"
                hint="To be sure that you mean it."
                fault={isMistyped ? `This is not ${nameToType}.` : undefined}
              />
            )}
          </>
        )}
      </PersonForm>
    </TitledModal>
  );
}
