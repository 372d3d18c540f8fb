/** What any page of Next weighs before it shows a thing. */
export default function EmptyPage() {
  return <p>Nothing.</p>;
}
