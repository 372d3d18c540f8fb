export function DeprecatedMark() {
  return (
    <span className="shrink-0 rounded border border-warn px-1.5 text-xs leading-5 font-medium text-warn">
      Deprecated
    </span>
  );
}
