import { XML_DECLARATION, xmlText } from './xml.ts';
import { zip, type ZipEntry } from './zip.ts';

/**
 * A part of a text document: a heading, pairs of label and value (two pairs per row), or a table with a heading row.
 */
export type DocPart =
  | { kind: 'heading'; text: string }
  | { kind: 'pairs'; pairs: readonly (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] };

const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** Width between the margins of A4, in twips (twentieths of a point). */
const TEXT_WIDTH_TWIPS = 9638;

const xmlEntry = (name: string, xml: string): ZipEntry => ({ name, content: [Buffer.from(XML_DECLARATION + xml)] });
// The following functions return XML. `marks`: XML of the run properties of the text, such as bold and size;
// `layout`: XML of the paragraph properties, such as spacing and alignment.
const runXml = (text: string, marks = ''): string =>
  text
    .split('\n')
    .map(
      (line) => `<w:r>${marks ? `<w:rPr>${marks}</w:rPr>` : ''}<w:t xml:space="preserve">${xmlText(line)}</w:t></w:r>`,
    )
    .join('<w:r><w:br/></w:r>');
const paragraphXml = (text: string, { marks = '', layout = '' } = {}): string =>
  `<w:p><w:pPr>${layout}</w:pPr>${runXml(text, marks)}</w:p>`;

const TABLE_BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="808080"/>`)
  .join('');
const cellXml = (text: string, width: number, isLabel: boolean): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${isLabel ? '<w:shd w:val="clear" w:fill="F2F2F2"/>' : ''}<w:vAlign w:val="center"/></w:tcPr>${paragraphXml(text, isLabel ? { marks: '<w:b/>' } : {})}</w:tc>`;

function tableXml(widths: readonly number[], rowXmls: readonly string[]): string {
  return `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH_TWIPS}" w:type="dxa"/><w:tblBorders>${TABLE_BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rowXmls.join('')}</w:tbl>`;
}

function partXml(part: DocPart): string {
  if (part.kind === 'heading')
    return paragraphXml(part.text, {
      marks: '<w:b/><w:sz w:val="26"/>',
      layout: '<w:keepNext/><w:spacing w:before="240" w:after="80"/>',
    });
  if (part.kind === 'table') {
    const width = Math.floor(TEXT_WIDTH_TWIPS / Math.max(1, part.columns.length));
    const rowXml = (values: readonly string[], isHead: boolean): string =>
      `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${values.map((value) => cellXml(value, width, isHead)).join('')}</w:tr>`;
    return tableXml(
      part.columns.map(() => width),
      [rowXml(part.columns, true), ...part.rows.map((values) => rowXml(values, false))],
    );
  }
  const [labelWidth, valueWidth] = [Math.round(TEXT_WIDTH_TWIPS * 0.17), Math.round(TEXT_WIDTH_TWIPS * 0.33)];
  const rows: string[] = [];
  for (let index = 0; index < part.pairs.length; index += 2) {
    const [left = ['', ''], right = ['', '']] = part.pairs.slice(index, index + 2);
    rows.push(
      `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cellXml(left[0], labelWidth, true)}${cellXml(left[1], valueWidth, false)}${cellXml(right[0], labelWidth, true)}${cellXml(right[1], valueWidth, false)}</w:tr>`,
    );
  }
  return tableXml([labelWidth, valueWidth, labelWidth, valueWidth], rows);
}

/** Returns a Word document (WordprocessingML) of A4 pages with a title. */
export const docxFile = (title: string, parts: readonly DocPart[]): AsyncGenerator<Buffer> =>
  zip([
    xmlEntry(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
    ),
    xmlEntry(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    xmlEntry(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    xmlEntry(
      'word/styles.xml',
      `<w:styles xmlns:w="${WORD_NAMESPACE}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="21"/><w:lang w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`,
    ),
    xmlEntry(
      'word/document.xml',
      `<w:document xmlns:w="${WORD_NAMESPACE}"><w:body>${paragraphXml(title, { marks: '<w:b/><w:sz w:val="36"/>', layout: '<w:spacing w:after="160"/><w:jc w:val="center"/>' })}` +
        `${parts.map(partXml).join('')}<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ),
  ]);

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
