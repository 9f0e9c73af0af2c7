/** How many bits secrets have, and how many of these are the same in all of them. */
export function bitsOf(secrets: readonly string[]): { bits: number; fixed: number } {
  const bytes = secrets.map((secret) => Buffer.from(secret, 'base64url'));
  const bits = Math.min(...bytes.map(({ length }) => length * 8));
  const bit = (from: Buffer, at: number): number => ((from[at >> 3] ?? 0) >> (at & 7)) & 1;
  const fixed = Array.from({ length: bits }, (_none, at) => new Set(bytes.map((from) => bit(from, at))).size).filter(
    (values) => values < 2,
  ).length;
  return { bits, fixed };
}
