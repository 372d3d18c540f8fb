/** From a middle to the left or right, beside figures that say the same. */
export function DivergingBar({ share }: { share: number }) {
  const width = `${Math.abs(share) * 50}%`;
  return (
    <span aria-hidden className="relative block h-3.5">
      <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
      {share !== 0 && (
        <span
          style={share < 0 ? { right: '50%', width } : { left: '50%', width }}
          className={`absolute top-[0.1875rem] h-2 rounded-[1px] forced-colors:bg-[CanvasText] ${share < 0 ? 'bg-good' : 'bg-accent'}`}
        />
      )}
    </span>
  );
}
