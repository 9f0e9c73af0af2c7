/** Maximum size of an uploaded file unless the server is configured otherwise: 50 MB. */
export const DEFAULT_FILE_LIMIT_BYTES = 52_428_800;

/** A download address of the file service (FL-001), with or without scheme and host. */
const OWN_URL = /^(?:https?:\/\/[^/]+)?(?:\/[\w.-]+)*?\/(?:file\/)?sys\/file\/download\/([\w-]{1,64})(?:[?#].*)?$/;

/** Returns the file id in an address of the file service; null for any other address. */
export const idOfUrl = (url: string): string | null => OWN_URL.exec(url.trim())?.[1] ?? null;

/** Returns the id of a file, or its foreign address, from one entry of a file field; '' for an empty entry. */
function refOf(entry: unknown): string {
  if (typeof entry === 'object' && entry !== null) {
    const { id, url } = entry as { id?: unknown; url?: unknown };
    return refOf(id ?? url ?? '');
  }
  const text = String(entry ?? '').trim();
  return idOfUrl(text) ?? text;
}

/**
 * Returns the ids or foreign addresses of the files in a file field (FL-002, OD-046). The value is a text of ids or
 * addresses joined by commas (other front ends for the same records store addresses), a list of ids or addresses, or a
 * list of file records. Addresses of the own file service become ids; a foreign address stays as it is. Blanks and
 * repeats are removed; any other value gives no files.
 */
export function fileRefs(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，]/) : [];
  return [...new Set(entries.map(refOf).filter(Boolean))];
}

/** Returns true if the reference is the address of a file on another server. */
export const isForeignFile = (ref: string): boolean => /^https?:\/\//i.test(ref);

/** Returns the extension of a file record in lower case, without its dot. */
export const extensionOf = ({ fileExt, fileName }: { fileExt: string; fileName: string }): string =>
  (fileExt || (fileName.includes('.') ? (fileName.split('.').pop() ?? '') : '')).replace(/^\./, '').toLowerCase();

/** Extensions of the pictures that a page can show. */
const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp'];
const OFFICE_EXTENSIONS = ['docx', 'xlsx', 'doc', 'xls'];

/** A file as far as its kind depends on it. */
type NamedFile = Parameters<typeof extensionOf>[0];

/** Returns true if the file is a picture of this server that can be shown in a page. */
export const isPictureFile = (file: NamedFile & { id: string }): boolean =>
  !isForeignFile(file.id) && PICTURE_EXTENSIONS.includes(extensionOf(file));

/**
 * Returns the MIME type, by extension, of a file that the browser may display directly; undefined for files that can
 * only be downloaded. The MIME type reported by the server is never used: an uploaded page or drawing must not run as a
 * document of this origin.
 */
export function previewType(file: NamedFile): string | undefined {
  const extension = extensionOf(file);
  if (extension === 'pdf') return 'application/pdf';
  return PICTURE_EXTENSIONS.includes(extension) ? `image/${extension.replace('jpg', 'jpeg')}` : undefined;
}

/** PV-001, PV-002: returns whether a file opens in a new window or on the preview page, or can only be downloaded. */
export function previewKind(file: NamedFile): 'window' | 'office' | 'none' {
  if (previewType(file)) return 'window';
  return OFFICE_EXTENSIONS.includes(extensionOf(file)) ? 'office' : 'none';
}
