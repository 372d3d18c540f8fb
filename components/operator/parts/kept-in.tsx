import { fileIcon, penIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';

/** Whether a thing is the console's or a file's, which is the title. */
export function KeptIn({ owner }: { owner: string | null }) {
  const isOfConsole = owner === 'console';
  return (
    <span className="flex items-center gap-2" title={isOfConsole ? undefined : (owner ?? undefined)}>
      <Icon path={isOfConsole ? penIcon : fileIcon} />
      {isOfConsole ? 'Console' : 'File'}
    </span>
  );
}
