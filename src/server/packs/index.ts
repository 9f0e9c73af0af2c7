export { readItemsForPack } from './relatedItems.ts';
export { folderFiles, INDEX_FILE, isItemFile, readFolder, type FolderFile } from './documentFolder.ts';
export { importPack, previewPack, type Preview } from './importPack.ts';
export { itemText, idTextOf } from './packItem.ts';
export { packRoutes } from './packRoutes.ts';
export { listItems } from './readItems.ts';
