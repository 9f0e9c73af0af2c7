import { extensionOf, isForeignFile, previewKind } from '../../domain/fileValue.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/** FE-001, FE-002: address of the preview page of an office document. */
export function officeAddress({ id, fileName, ...rest }: FileRecord): string {
  const query = new URLSearchParams({ fileType: extensionOf({ fileName, ...rest }), fileName, id, isEdit: '0' });
  return `#/taskCenter/commonOffice?${query.toString()}`;
}

/** OD-028: a failed call is told, never lost. */
export function openFile(services: Services, file: FileRecord, how: 'preview' | 'download'): void {
  services.files.open(file, how).catch((error: unknown) => notice('error', failureText(error)));
}

export interface FileOpening {
  /** What a click on the name does. */
  how: 'preview' | 'download';
  /** Says why there is no preview, where a person might expect one. */
  reason?: string;
  open(): void;
}

/**
 * PV-001, PV-002: pictures and PDF open in a window of their own, office documents in the preview page and only while
 * the form is read-only; everything else is downloaded.
 */
export function openingOf(services: Services, file: FileRecord, isReadOnly: boolean): FileOpening {
  const kind = isForeignFile(file.id) ? 'window' : previewKind(file);
  if (kind === 'window') return { how: 'preview', open: () => openFile(services, file, 'preview') };
  if (kind === 'office' && isReadOnly)
    return {
      how: 'preview',
      open: () => {
        window.open(`${window.location.pathname}${officeAddress(file)}`, '_blank', 'noopener');
      },
    };
  return {
    how: 'download',
    open: () => openFile(services, file, 'download'),
    ...(kind === 'office' ? { reason: '填写时不提供在线预览，点击下载查看' } : {}),
  };
}
