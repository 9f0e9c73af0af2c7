import { extensionOf, WINDOW_TYPES } from '../domain/fileValue.ts';
import type { FileRecord } from '../runtime/services/files.ts';

/** A tab that waits for its address; `cancel` when none comes. */
export interface FileTab {
  go(address: string): void;
  cancel(): void;
}

/** The type a file may be shown with; undefined for what is only downloaded. */
export const shownType = (file: FileRecord): string | undefined => WINDOW_TYPES[extensionOf(file)];

/** Long enough for a slow viewer to read it. */
const KEEP = 60_000;

/** An address of bytes in memory, for a minute. */
export function addressOf(bytes: Blob, type: string): string {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  setTimeout(() => URL.revokeObjectURL(url), KEEP);
  return url;
}

/** CL-089: saves the bytes under the file's name. */
export function saveBlob({ fileName }: FileRecord, bytes: Blob): void {
  const link = document.createElement('a');
  link.href = addressOf(bytes, 'application/octet-stream');
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** A new tab, opened at once: after a call it would be blocked. Null where the browser blocks it anyway. */
export function openTab(): FileTab | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  return {
    go: (address) => {
      tab.location.replace(address);
    },
    cancel: () => tab.close(),
  };
}
