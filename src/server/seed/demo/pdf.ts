/** Encodes a text as a PDF string in UCS-2. `index ^ 1` swaps the bytes of each character to big-endian order. */
const pdfString = (text: string): string =>
  `<${[...Buffer.from(text, 'utf16le')].map((_byte, index, bytes) => bytes[index ^ 1]?.toString(16).padStart(2, '0')).join('')}>`;

/**
 * Creates a one-page A4 PDF with a heading and lines of Chinese text. To keep the file small (two kilobytes), it embeds
 * no font: PDF readers have a font for the standard name STSong-Light.
 */
export function simplePdf(title: string, lines: readonly string[]): Buffer {
  const operators = [
    `/F 20 Tf 90 770 Td ${pdfString(title)} Tj`,
    '/F 12 Tf 0 -40 Td 24 TL',
    ...lines.map((line) => `${pdfString(line)} Tj T*`),
  ];
  const content = `BT ${operators.join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, itemIndex) => {
    const offset = text.length;
    text += `${itemIndex + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}
