/** A picture of the portal itself, or one in the address: pages load nothing from elsewhere. */
const ownPicture = /^(?:data:image\/|\/(?!\/))/;
/** Such as an emoji. */
const sign = /^[^\p{ASCII}]{1,8}$/u;

/** The icon of a tag, before its name. Names of icons, and other addresses, are for clients of the API. */
export function TagIcon({ icon = '' }: { icon: string | undefined }) {
  if (ownPicture.test(icon))
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- of any address, as an operator chose it
      <img src={icon} alt="" className="mr-1.5 inline size-4 object-contain align-[-0.1875rem]" />
    );
  if (!sign.test(icon)) return null;
  return (
    <span aria-hidden className="mr-1.5">
      {icon}
    </span>
  );
}
