/**
 * RD-001: whether a URL is a path of this system; a document may call no others. Refused: other hosts (`https:`, `//`),
 * backslashes, `.` and `..` segments, control characters, and the same in percent-encoding.
 */
export function isOwnPath(url: string): boolean {
  const path = url.split(/[?#]/)[0] ?? '';
  let plain: string;
  try {
    plain = decodeURIComponent(path);
  } catch {
    return false;
  }
  if (plain.trim() === '' || /^[a-z][a-z\d+.-]*:/i.test(plain)) return false;
  if (/[\\\s\p{Cc}]/u.test(plain) || plain.includes('//')) return false;
  return !plain.split('/').some((part) => part === '..' || part === '.');
}
