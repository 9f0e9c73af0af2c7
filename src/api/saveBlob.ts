import { createObjectUrl } from './openFile.ts';

/** Saves the bytes under the file name (CL-089). Characters that a file system refuses become underscores. */
export function saveBlob(fileName: string, bytes: Blob): void {
  const link = document.createElement('a');
  link.href = createObjectUrl(bytes, 'application/octet-stream');
  link.download = fileName.replace(/[\\/:*?"<>|]/g, '_');
  document.body.append(link);
  link.click();
  link.remove();
}
