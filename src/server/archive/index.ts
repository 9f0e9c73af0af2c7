export { docxFile, DOCX_TYPE, type DocPart } from './docxFile.ts';
export { sendGenerated } from './sendGenerated.ts';
export { xlsxFile, XLSX_TYPE, type SheetCell, type SheetColumn } from './xlsxFile.ts';
export { type ZipEntry, zip } from './zip.ts';
