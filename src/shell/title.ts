import { useEffect } from 'react';

/** SH-004 */
export const PLATFORM = '建设工程检测协同平台';

/** SH-003: the document is titled after the route. */
export function useDocumentTitle(title: string): void {
  useEffect(() => { document.title = title ? `${title} - ${PLATFORM}` : PLATFORM; }, [title]);
}
