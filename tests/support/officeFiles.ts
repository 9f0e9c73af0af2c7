import { CFB, utils, write } from '@e965/xlsx';

/** Real office documents, made by code so that a reader sees what is in them. */

/** A Word 97-2003 document: an OLE file with the header (FIB), the text as UTF-16 and its piece table. */
export function docFile(paragraphs: readonly string[]): Buffer {
  const text = Buffer.from(`${paragraphs.join('\r')}\r`, 'utf16le');
  const characters = text.length / 2;
  const TEXT_AT = 1024;
  const main = Buffer.alloc(Math.max(TEXT_AT + text.length, 8192));
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x00c1, 2);
  main.writeUInt16LE(0x0200, 0x0a); // the tables are in “1Table”
  main.writeUInt32LE(TEXT_AT, 0x18);
  main.writeUInt32LE(characters, 0x4c);
  text.copy(main, TEXT_AT);
  const table = Buffer.alloc(4096 + 512);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(0, 5);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE(TEXT_AT, 13 + 2);
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/WordDocument', main);
  CFB.utils.cfb_add(file, '/1Table', table);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/** A zip of the given parts. */
export function zipFile(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(parts))
    CFB.utils.cfb_add(file, `/${name}`, Buffer.from(content as string));
  const made = Buffer.from(
    CFB.write(file, { type: 'buffer', fileType: 'zip', compression: true } as never) as Uint8Array,
  );
  return made;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document of the given paragraphs; `link` adds one with a hyperlink to that address. */
export function docxFile(paragraphs: readonly string[], link?: string): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('');
  const anchor =
    link === undefined ? '' : '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>链接</w:t></w:r></w:hyperlink></w:p>';
  return zipFile({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${W}" xmlns:r="${REL}"><w:body>${body}${anchor}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${link === undefined ? '' : `<Relationship Id="rId9" Type="${REL}/hyperlink" Target="${link}" TargetMode="External"/>`}</Relationships>`,
  });
}

/** A workbook, one sheet for each name. */
export function sheetFile(
  sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>,
  type: 'xlsx' | 'biff8' = 'xlsx',
  merges: readonly string[] = [],
): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows as unknown[][]);
    if (merges.length > 0) sheet['!merges'] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: type }) as Uint8Array);
}
