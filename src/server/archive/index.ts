export { docx, DOCX_TYPE, type DocPart } from './docx.ts';
export { sendMade } from './send.ts';
export { xlsx, XLSX_TYPE, type SheetCell, type SheetColumn } from './xlsx.ts';
export { type ZipEntry, zip } from './zip.ts';
