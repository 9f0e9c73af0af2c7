type Sniff =
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
interface FileType {
  mime: string;
  contents: readonly Sniff[];
  isPreviewed?: boolean;
}

const picture = (mime: string, content: Sniff): FileType => ({ mime, contents: [content], isPreviewed: true });
const openXml = (kind: string): FileType => ({
  mime: `application/vnd.openxmlformats-officedocument.${kind}`,
  contents: ['zip'],
});

/** What may be uploaded, by extension, and how its content begins. Nothing that a browser would run is among them. */
const FILE_TYPES: Readonly<Record<string, FileType>> = {
  png: picture('image/png', 'png'),
  jpg: picture('image/jpeg', 'jpeg'),
  jpeg: picture('image/jpeg', 'jpeg'),
  gif: picture('image/gif', 'gif'),
  bmp: picture('image/bmp', 'bmp'),
  webp: picture('image/webp', 'webp'),
  pdf: { mime: 'application/pdf', contents: ['pdf'], isPreviewed: true },
  doc: { mime: 'application/msword', contents: ['ole', 'rtf'] },
  docx: openXml('wordprocessingml.document'),
  xls: { mime: 'application/vnd.ms-excel', contents: ['ole'] },
  xlsx: openXml('spreadsheetml.sheet'),
  ppt: { mime: 'application/vnd.ms-powerpoint', contents: ['ole'] },
  pptx: openXml('presentationml.presentation'),
  wps: { mime: 'application/vnd.ms-works', contents: ['ole', 'zip'] },
  et: { mime: 'application/octet-stream', contents: ['ole', 'zip'] },
  ofd: { mime: 'application/ofd', contents: ['zip'] },
  txt: { mime: 'text/plain', contents: ['text'] },
  csv: { mime: 'text/csv', contents: ['text'] },
  zip: { mime: 'application/zip', contents: ['zip'] },
  rar: { mime: 'application/vnd.rar', contents: ['rar'] },
  '7z': { mime: 'application/x-7z-compressed', contents: ['7z'] },
  mp4: { mime: 'video/mp4', contents: ['mp4'] },
  dwg: { mime: 'image/vnd.dwg', contents: ['dwg'] },
};

/** The allowed extensions as a refusal names them. */
export const ALLOWED_TYPES = Object.keys(FILE_TYPES).join('、');

/** How many of a file's first bytes `acceptedType` looks at. */
export const HEAD_BYTES = 4096;

/** Whether files of this extension may be uploaded at all. */
export const isAllowed = (extension: string): boolean => Object.hasOwn(FILE_TYPES, extension);

/** The MIME type of a file whose extension is allowed and whose content fits it; null otherwise. */
export function acceptedType(extension: string, head: Buffer): string | null {
  const type = Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined;
  return type?.contents.some((content) => SNIFFS[content](head)) ? type.mime : null;
}

/** Whether a browser may show it in place; everything else is only ever saved. */
export const isPreviewed = (extension: string): boolean =>
  Object.hasOwn(FILE_TYPES, extension) && FILE_TYPES[extension]?.isPreviewed === true;

/** The same extensions as a refusal names them. */
export const PREVIEWED_TYPES = Object.keys(FILE_TYPES).filter(isPreviewed).join('、');

const begins =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const says =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.subarray(at, at + text.length).toString('latin1') === text;

const SNIFFS: Readonly<Record<Sniff, (head: Buffer) => boolean>> = {
  png: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpeg: begins(0xff, 0xd8, 0xff),
  gif: (head) => says('GIF87a')(head) || says('GIF89a')(head),
  bmp: says('BM'),
  webp: (head) => says('RIFF')(head) && says('WEBP', 8)(head),
  // some printers write a few bytes before the mark; readers accept it within the first kilobyte
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  zip: (head) => begins(0x50, 0x4b, 3, 4)(head) || begins(0x50, 0x4b, 5, 6)(head),
  ole: begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  rar: says('Rar!'),
  '7z': begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c),
  rtf: says('{\\rtf'),
  mp4: says('ftyp', 4),
  dwg: says('AC10'),
  text: (head) => !head.includes(0) && !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.toString('utf8')),
};
