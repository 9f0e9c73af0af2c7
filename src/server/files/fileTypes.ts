type ContentFormat =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'bmp'
  | 'webp'
  | 'pdf'
  | 'zip'
  | 'ole'
  | 'rar'
  | '7z'
  | 'rtf'
  | 'mp4'
  | 'dwg'
  | 'text';
/** A file type: its MIME type and the possible formats of its content. */
interface FileType {
  mime: string;
  formats: readonly ContentFormat[];
  /** True if a browser may show the file inline. */
  isPreviewable?: boolean;
}

const picture = (mime: string, content: ContentFormat): FileType => ({ mime, formats: [content], isPreviewable: true });
const openXml = (kind: string): FileType => ({
  mime: `application/vnd.openxmlformats-officedocument.${kind}`,
  formats: ['zip'],
});

/**
 * The file types that may be uploaded, by extension, with their possible contents. Types that a browser would execute
 * are excluded.
 */
const FILE_TYPES: Readonly<Record<string, FileType>> = {
  png: picture('image/png', 'png'),
  jpg: picture('image/jpeg', 'jpeg'),
  jpeg: picture('image/jpeg', 'jpeg'),
  gif: picture('image/gif', 'gif'),
  bmp: picture('image/bmp', 'bmp'),
  webp: picture('image/webp', 'webp'),
  pdf: { mime: 'application/pdf', formats: ['pdf'], isPreviewable: true },
  doc: { mime: 'application/msword', formats: ['ole', 'rtf'] },
  docx: openXml('wordprocessingml.document'),
  xls: { mime: 'application/vnd.ms-excel', formats: ['ole'] },
  xlsx: openXml('spreadsheetml.sheet'),
  ppt: { mime: 'application/vnd.ms-powerpoint', formats: ['ole'] },
  pptx: openXml('presentationml.presentation'),
  wps: { mime: 'application/vnd.ms-works', formats: ['ole', 'zip'] },
  et: { mime: 'application/octet-stream', formats: ['ole', 'zip'] },
  ofd: { mime: 'application/ofd', formats: ['zip'] },
  txt: { mime: 'text/plain', formats: ['text'] },
  csv: { mime: 'text/csv', formats: ['text'] },
  zip: { mime: 'application/zip', formats: ['zip'] },
  rar: { mime: 'application/vnd.rar', formats: ['rar'] },
  '7z': { mime: 'application/x-7z-compressed', formats: ['7z'] },
  mp4: { mime: 'video/mp4', formats: ['mp4'] },
  dwg: { mime: 'image/vnd.dwg', formats: ['dwg'] },
};

/** The allowed extensions, for error texts. */
export const ALLOWED_TYPES = Object.keys(FILE_TYPES).join('、');

/** Number of bytes from the start of a file that `acceptedType` needs. */
export const HEAD_BYTES = 4096;

/** Returns whether files with this extension may be uploaded. */
export const isAllowed = (extension: string): boolean => Object.hasOwn(FILE_TYPES, extension);

/** Returns the MIME type of a file if its extension is allowed and its content fits the extension; null otherwise. */
export function acceptedType(extension: string, head: Buffer): string | null {
  const type = Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined;
  return type?.formats.some((content) => CONTENT_TESTS[content](head)) ? type.mime : null;
}

/** Returns whether a browser may show files with this extension inline. All other files can only be downloaded. */
export const isPreviewable = (extension: string): boolean =>
  Object.hasOwn(FILE_TYPES, extension) && FILE_TYPES[extension]?.isPreviewable === true;

/** The extensions that can be previewed, for error texts. */
export const PREVIEWABLE_TYPES = Object.keys(FILE_TYPES).filter(isPreviewable).join('、');

const startsWithBytes =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const hasTextAt =
  (text: string, offset = 0) =>
  (head: Buffer): boolean =>
    head.subarray(offset, offset + text.length).toString('latin1') === text;

/** Functions that check whether the first bytes of a file (`head`) have a format. */
const CONTENT_TESTS: Readonly<Record<ContentFormat, (head: Buffer) => boolean>> = {
  png: startsWithBytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpeg: startsWithBytes(0xff, 0xd8, 0xff),
  gif: (head) => hasTextAt('GIF87a')(head) || hasTextAt('GIF89a')(head),
  bmp: hasTextAt('BM'),
  webp: (head) => hasTextAt('RIFF')(head) && hasTextAt('WEBP', 8)(head),
  // some programs write a few bytes before the signature, and readers accept a signature within the first kilobyte
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  zip: (head) => startsWithBytes(0x50, 0x4b, 3, 4)(head) || startsWithBytes(0x50, 0x4b, 5, 6)(head),
  ole: startsWithBytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  rar: hasTextAt('Rar!'),
  '7z': startsWithBytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c),
  rtf: hasTextAt('{\\rtf'),
  mp4: hasTextAt('ftyp', 4),
  dwg: hasTextAt('AC10'),
  text: (head) => !head.includes(0) && !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.toString('utf8')),
};
