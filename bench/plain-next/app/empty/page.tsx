/** Shows how much any page of Next weighs. */
export default function EmptyPage() {
  return <p>Nothing.</p>;
}
