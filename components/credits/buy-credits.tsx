/** The operator's own page, if there is one. */
export function BuyCredits({ url }: { url: string | undefined }) {
  if (url === undefined) return null;
  return (
    <a href={url} rel="noopener" className="text-accent underline underline-offset-4">
      Buy credits
    </a>
  );
}
