import type { ShownFile } from '../../lib/view/form/shown-file.ts';

/** A chosen file: name, type, size and preview. */
export function FilePreview({ file, text }: { file: ShownFile; text: string }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-card p-2">
      {file.isPicture && (
        // oxlint-disable-next-line nextjs/no-img-element -- a data URL has nothing to be optimised
        <img src={text} alt="" className="size-12 shrink-0 rounded-sm bg-sunk object-contain" />
      )}
      <p className="min-w-0 text-sm">
        <span className="block font-medium break-all">{file.name}</span>
        <span className="text-quiet tabular-nums">{file.detail}</span>
      </p>
    </div>
  );
}
