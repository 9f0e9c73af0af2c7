import { isIPv6 } from 'node:net';

/** One of the new addresses as its eight groups; an old one within it stands in the last two. */
function groupsOf(address: string): string[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [parts(head), tail === undefined ? [] : parts(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/**
 * Who counts as one place in limits: an old address itself, of the new ones the network of 64 bits, for whoever has one
 * of those has them all. An old address in the clothes of a new one is the old one.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  // the machine itself
  if (groups.slice(0, 7).every((group) => group === '0')) return bare;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The network of 48 bits around a network of 64, which one customer of a provider often has as a whole; null for an old address. */
export function siteOf(address: string): string | null {
  const network = networkOf(address);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}
