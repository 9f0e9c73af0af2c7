import type { FileRecord } from '../runtime/services.ts';

/** Waits for the bytes of a file; `cancel` when they do not come. */
export interface FileTarget { give(bytes: Blob): void; cancel(): void }

/**
 * What a browser may show by itself. The type is ours, never the server's: an uploaded page or drawing must not
 * run as a document of this origin.
 */
const SHOWN: Readonly<Record<string, string>> = {
  pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', bmp: 'image/bmp', webp: 'image/webp',
};

const extensionOf = ({ fileExt, fileName }: FileRecord): string =>
  (fileExt || fileName.split('.').pop() || '').replace(/^\./, '').toLowerCase();

/** The type a file may be shown with; undefined for what is only downloaded. */
export const shownType = (file: FileRecord): string | undefined => SHOWN[extensionOf(file)];

/** Long enough for a slow viewer to read it. */
const KEEP = 60_000;

function addressOf(bytes: Blob, type: string): string {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  setTimeout(() => URL.revokeObjectURL(url), KEEP);
  return url;
}

export function saveBlob({ fileName }: FileRecord): FileTarget {
  return {
    give(bytes) {
      const link = document.createElement('a');
      link.href = addressOf(bytes, 'application/octet-stream');
      link.download = fileName;
      document.body.append(link);
      link.click();
      link.remove();
    },
    cancel() { /* nothing was opened */ },
  };
}

/** A new tab for what the browser can show, a download for the rest. The tab is opened at once: later it would be blocked. */
export function showBlob(file: FileRecord): FileTarget {
  const type = shownType(file);
  const tab = type ? window.open('', '_blank') : null;
  if (!type || !tab) return saveBlob(file);
  tab.opener = null;
  return {
    give(bytes) { tab.location.href = addressOf(bytes, type); },
    cancel() { tab.close(); },
  };
}
