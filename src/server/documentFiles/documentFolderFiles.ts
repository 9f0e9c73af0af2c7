import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { DOCUMENT_LIMITS } from '../../kernel/index.ts';
import { INDEX_FILE, isItemFile, type FolderFile } from '../packs/index.ts';
import { sizeText } from '../http/sizeText.ts';
import { OperatorError } from '../store/operatorError.ts';

/** Returns the relative paths of the document files in a folder and its subfolders; other files are left out. */
function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path === INDEX_FILE || isItemFile(path))
    .sort();
}

/** Reads the document files of a folder. Throws OperatorError when there is no such folder, or a file is too large. */
export function readFiles(folder: string): FolderFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new OperatorError(`没有文件夹 ${folder}。`);
  return pathsIn(folder).map((path) => {
    const file = join(folder, path);
    if (statSync(file).size > DOCUMENT_LIMITS.size)
      throw new OperatorError(`${path} 超过 ${sizeText(DOCUMENT_LIMITS.size)}，不是文档。`);
    return { path, text: readFileSync(file, 'utf8') };
  });
}

/** Numbers of files that were written, that had the same content already, and that were removed. */
export interface WriteResult {
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * Writes documents into a folder: unchanged files are not touched, files of removed documents are deleted, other files
 * stay. Throws OperatorError when the folder is not empty and contains no earlier export.
 */
export function writeFiles(folder: string, files: readonly FolderFile[]): WriteResult {
  mkdirSync(folder, { recursive: true });
  const existingNames = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (existingNames.length > 0 && !existingNames.includes(INDEX_FILE))
    throw new OperatorError(`${folder} 中有其他内容，未导出。请指定空文件夹，或以前导出过的文件夹。`);
  const paths = new Set(files.map(({ path }) => path));
  const obsoletePaths = pathsIn(folder).filter((path) => !paths.has(path));
  for (const path of obsoletePaths) rmSync(join(folder, path));
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written += 1;
  }
  return { written, unchanged: files.length - written, removed: obsoletePaths.length };
}
