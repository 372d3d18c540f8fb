/** `1 credit`, `1,200 credits`. */
export function creditsOf(credits: number): string {
  return `${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}`;
}
