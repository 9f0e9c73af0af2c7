import { useEffect } from 'react';
import { readPlatformParameters } from '../session/platform.ts';

/** SH-004: name of the platform, configured by the administrator. */
const platformName = (): string => readPlatformParameters().name || '建设工程检测协同平台';

/** SH-003: sets the document title from the page title, prefixed with the number of pending items. */
export function useDocumentTitle(title: string, pendingCount = 0): void {
  useEffect(() => {
    document.title =
      (pendingCount > 0 ? `(${pendingCount}) ` : '') + (title ? `${title} - ${platformName()}` : platformName());
  }, [title, pendingCount]);
}
