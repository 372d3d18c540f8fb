export function FollowButton({ follow }: { follow: () => void }) {
  return (
    <button
      type="button"
      onClick={follow}
      className="absolute right-3 bottom-2 min-h-7 rounded-full border border-line bg-card px-3 text-sm shadow-sm hover:bg-sunk"
    >
      Follow the end
    </button>
  );
}
