/** A new browser tab whose address is not known yet: `go` sets it, `cancel` closes the tab. */
export interface FileTab {
  go(address: string): void;
  cancel(): void;
}

/** ER-014: message of a failed download. */
export const DOWNLOAD_FAILED = '下载文件出现错误，请联系管理员！';

/** Lifetime of an object URL: long enough for a slow viewer. */
const OBJECT_URL_LIFETIME_MS = 60_000;

/** Returns an object URL of the bytes, valid for one minute. */
export function createObjectUrl(bytes: Blob, type: string): string {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_LIFETIME_MS);
  return url;
}

/**
 * Opens a new tab; null if the browser blocks it. Call it directly in the click handler: after a request the browser
 * blocks every new tab.
 */
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
