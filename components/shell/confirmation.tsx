import { type ComponentProps, type ReactNode, useState } from 'react';
import { PersonForm } from '../people/person-form.tsx';
import { TextField, textOf } from '../people/fields.tsx';
import { TitledModal } from './modal.tsx';

interface Question {
  title: string;
  /** The label of the button: `Revoke`. */
  action: string;
  /** Does it. Its error is shown, and the dialog stays open. */
  act: (fields: FormData) => Promise<unknown>;
  /** What must be typed before data is lost, such as a name. */
  nameToType?: string | undefined;
  /** Further fields, such as a reason. */
  fields?: (faults: Record<string, string>) => ReactNode;
  /** The consequences: what happens to whom. */
  children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function Confirmation({
  title,
  action,
  act,
  close,
  nameToType,
  fields,
  children,
}: Question & { close: () => void }) {
  const [isMistyped, setIsMistyped] = useState(false);
  async function submit(given: FormData) {
    const isRight = nameToType === undefined || textOf(given, 'typed').trim() === nameToType.trim();
    setIsMistyped(!isRight);
    if (!isRight) return;
    await act(given);
    close();
  }
  return (
    <FormDialog {...{ title, action, submit, close }} about={children} isDanger>
      {(faults) => (
        <>
          {fields?.(faults)}
          {nameToType !== undefined && (
            <TextField
              label={`Type ${nameToType}`}
              name="typed"
              autoComplete="off"
              hint="To confirm that you mean it."
              fault={isMistyped ? `This is not ${nameToType}.` : undefined}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ButtonProps extends Question, Pick<ComponentProps<'button'>, 'className' | 'aria-label'> {
  label: ReactNode;
}

/** A button that asks before it does something. */
export function ConfirmButton({ label, className, 'aria-label': name, ...question }: ButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" aria-label={name} onClick={() => setIsOpen(true)} className={className}>
        {label}
      </button>
      {isOpen && <Confirmation {...question} close={() => setIsOpen(false)} />}
    </>
  );
}

interface FormProps extends ComponentProps<typeof PersonForm> {
  title: string;
  close: () => void;
  /** Above the form. */
  about?: ReactNode;
}

/** A dialog with one form. */
export function FormDialog({ title, close, about, ...form }: FormProps) {
  return (
    <TitledModal label={title} close={close}>
      {about && <div className="mt-2 grid grid-cols-1 gap-2">{about}</div>}
      <PersonForm {...form} />
    </TitledModal>
  );
}
