export { sheetsOfFile } from './sheetsOfFile.ts';
export { sweepImports } from './folder.ts';
export { cellText, findHeadings } from './headings.ts';
export type { BookLimits, Sheet } from './messages.ts';
export { withUploadedTable } from './receive.ts';
export { recordImportRoutes } from './records/routes.ts';
export { importRoutes } from './routes.ts';
export { rowsOfSheet } from './rows.ts';
