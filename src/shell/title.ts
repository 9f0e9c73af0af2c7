import { useEffect } from 'react';
import { platformFacts } from '../session/platform.ts';

/** SH-004 */
const platformName = (): string => platformFacts().name || '建设工程检测协同平台';

/** SH-003: the document is titled after the route; `waiting` things stand before it, so that a tab in the background tells of them. */
export function useDocumentTitle(title: string, waiting = 0): void {
  useEffect(() => {
    document.title = (waiting > 0 ? `(${waiting}) ` : '') + (title ? `${title} - ${platformName()}` : platformName());
  }, [title, waiting]);
}
