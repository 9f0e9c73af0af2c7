import { isIPv6 } from 'node:net';

/**
 * Returns the eight groups of an IPv6 address, in hexadecimal. An embedded IPv4 address becomes the last two groups.
 */
function groupsOf(address: string): string[] {
  const normalized = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = normalized.split('::');
  const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [firstGroups, lastGroups] = [splitGroups(head), tail === undefined ? [] : splitGroups(tail)];
  return [
    ...firstGroups,
    ...Array.from({ length: 8 - firstGroups.length - lastGroups.length }, () => '0'),
    ...lastGroups,
  ].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Returns the network whose sign-in attempts and captchas are counted together: an IPv4 address itself, or the /64
 * network of an IPv6 address, because one subscriber has all addresses of such a network. An IPv4-mapped IPv6 address
 * is treated as the IPv4 address.
 */
export function networkOf(address: string): string {
  const withoutZone = address.split('%')[0] ?? '';
  if (!isIPv6(withoutZone)) return address;
  const groups = groupsOf(withoutZone);
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  // the loopback address (::1)
  if (groups.slice(0, 7).every((group) => group === '0')) return withoutZone;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the /48 network of an IPv6 address, because one customer of a provider often has the whole network; null for
 * an IPv4 address.
 */
export function siteOf(address: string): string | null {
  const network = networkOf(address);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}
