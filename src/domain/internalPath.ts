/**
 * RD-001: returns true if a URL is a path of this system; a document may only request such paths. Refused: other hosts
 * (`https:`, `//`), backslashes, `.` and `..` segments, control characters, and all of these in percent-encoding.
 */
export function isInternalPath(url: string): boolean {
  const path = url.split(/[?#]/)[0] ?? '';
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  if (decoded.trim() === '' || /^[a-z][a-z\d+.-]*:/i.test(decoded)) return false;
  if (/[\\\s\p{Cc}]/u.test(decoded) || decoded.includes('//')) return false;
  return !decoded.split('/').some((part) => part === '..' || part === '.');
}
