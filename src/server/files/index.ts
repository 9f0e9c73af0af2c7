export { safeName, uploadedName, disposition } from './names.ts';
export { severalFiles, onlyFile } from './only.ts';
export { openRoutes } from './openRoutes.ts';
export { filePlace } from './paths.ts';
export { fileRoutes } from './routes.ts';
export { readableFiles, toFileRecord, type FileRecord } from './rows.ts';
export { createLocalStore, type FileStore, syncFolder } from './store.ts';
export { sendFile } from './send.ts';
export { sweepFiles } from './sweep.ts';
