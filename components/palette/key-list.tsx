import { TitledModal } from '../shell/modal.tsx';

interface Keys {
  close: () => void;
  isApple: boolean;
}

export function KeyList({ close, isApple }: Keys) {
  return (
    <TitledModal label="Keyboard shortcuts" close={close}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 pt-4 text-sm">
        {keys(isApple ? '⌘' : 'Ctrl').map(({ what, names }) => (
          <div key={what} className="contents">
            <dt>{what}</dt>
            <dd className="flex justify-end gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="h-6 min-w-6 rounded border border-line bg-sunk px-1.5 text-center text-xs leading-[1.375rem]"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </TitledModal>
  );
}

function keys(command: string): { what: string; names: string[] }[] {
  return [
    { what: 'Search the catalogue', names: ['/'] },
    { what: 'Go to a product, page or call', names: [command, 'K'] },
    { what: 'Call the product with the current input', names: [command, 'Enter'] },
    { what: 'Show keyboard shortcuts', names: ['?'] },
    { what: 'Close', names: ['Esc'] },
  ];
}
