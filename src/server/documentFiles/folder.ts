import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { DOCUMENT_LIMITS } from '../../kernel/index.ts';
import { INDEX_FILE, isDocumentFile, type FolderFile } from '../packs/index.ts';
import { sizeText } from '../http/sizeText.ts';
import { OperatorError } from '../store/operatorError.ts';

/** The files of documents in a folder, however deep; those of version control and others are left out. */
function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path === INDEX_FILE || isDocumentFile(path))
    .sort();
}

/** Reads the documents of a folder. Throws OperatorError where there is none, or a file is too large. */
export function readFiles(folder: string): FolderFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new OperatorError(`没有文件夹 ${folder}。`);
  return pathsIn(folder).map((path) => {
    const file = join(folder, path);
    if (statSync(file).size > DOCUMENT_LIMITS.size)
      throw new OperatorError(`${path} 超过 ${sizeText(DOCUMENT_LIMITS.size)}，不是文档。`);
    return { path, text: readFileSync(file, 'utf8') };
  });
}

export interface Written {
  written: number;
  same: number;
  removed: number;
}

/**
 * Makes a folder hold these documents and no other ones: what is the same is not touched, files of documents that are gone are
 * removed, everything else in it stays. Throws OperatorError where the folder holds something but was never exported to.
 */
export function writeFiles(folder: string, files: readonly FolderFile[]): Written {
  mkdirSync(folder, { recursive: true });
  const others = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (others.length > 0 && !others.includes(INDEX_FILE))
    throw new OperatorError(`${folder} 中有其他内容，未导出。请指定空文件夹，或以前导出过的文件夹。`);
  const wanted = new Set(files.map(({ path }) => path));
  const gone = pathsIn(folder).filter((path) => !wanted.has(path));
  for (const path of gone) rmSync(join(folder, path));
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written += 1;
  }
  return { written, same: files.length - written, removed: gone.length };
}
