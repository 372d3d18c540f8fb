const octetPattern = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${octetPattern}\\.){3}${octetPattern}$`);
const ipv4Characters = 15;
const ipv6Characters = 45;

export function isIpv4(text: string): boolean {
  return text.length <= ipv4Characters && ipv4.test(text);
}

/** Eight groups. `::` replaces one or more, and the last two may be an IPv4 address. */
export function isIpv6(text: string): boolean {
  if (text.length > ipv6Characters) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const sizes = halves.map((half, index) => groupsIn(half, index === halves.length - 1));
  const [first = 0, second] = sizes;
  if (sizes.includes(undefined)) return false;
  return second === undefined ? first === 8 : first + second <= 7;
}

/** The number of groups in a part of an address; undefined if one is invalid. */
function groupsIn(part: string, mayEndInIpv4: boolean): number | undefined {
  if (part === '') return 0;
  const groups = part.split(':');
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = mayEndInIpv4 && last.includes('.');
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  if (!endsInIpv4) return plain.length;
  return isIpv4(last) ? plain.length + 2 : undefined;
}
