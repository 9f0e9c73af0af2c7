import { extensionOf, isForeignFile, previewKind } from '../../domain/fileValue.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/** FE-001, FE-002: returns the address of the preview page of an office document. */
export function officeAddress({ id, fileName, ...rest }: FileRecord): string {
  const query = new URLSearchParams({ fileType: extensionOf({ fileName, ...rest }), fileName, id, isEdit: '0' });
  return `#/taskCenter/commonOffice?${query.toString()}`;
}

/** Opens or downloads the file and shows a message if the request fails (OD-028). */
export function openFile(services: Services, file: FileRecord, action: 'preview' | 'download'): void {
  services.files.open(file, action).catch((error: unknown) => notice('error', failureText(error)));
}

export interface FileOpening {
  /** The action of a click on the name. */
  action: 'preview' | 'download';
  /** Chinese text that says why there is no preview, if the user might expect one. */
  reason?: string;
  open(): void;
}

/**
 * Returns how a file opens (PV-001, PV-002): pictures and PDF in a new window, office documents in the preview page if
 * the form is read-only, all other files as a download.
 */
export function openingOf(services: Services, file: FileRecord, isReadOnly: boolean): FileOpening {
  const kind = isForeignFile(file.id) ? 'window' : previewKind(file);
  if (kind === 'window') return { action: 'preview', open: () => openFile(services, file, 'preview') };
  if (kind === 'office' && isReadOnly)
    return {
      action: 'preview',
      open: () => {
        window.open(`${window.location.pathname}${officeAddress(file)}`, '_blank', 'noopener');
      },
    };
  return {
    action: 'download',
    open: () => openFile(services, file, 'download'),
    ...(kind === 'office' ? { reason: '填写时不提供在线预览，点击下载查看' } : {}),
  };
}
