import { extensionOf, previewKind } from '../../domain/fileValue.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { MAX_OFFICE_BYTES } from './unreadableError.ts';

export interface Preview {
  file: FileRecord;
  /** The content; null after a refusal, and for Word 97-2003 documents, whose text the server extracts. */
  content: Blob | null;
  /** Reason for a missing preview; null if there is a preview. */
  refusal: string | null;
}

/**
 * Loads the file of a preview page. `isEdit`: the page was opened from a form that is being filled in, where office
 * files have no preview. Throws ServiceError if the file does not exist, access is denied, or there is no connection.
 */
export async function loadPreview(services: Services, id: string, isEdit: boolean): Promise<Preview> {
  if (id === '') throw new ServiceError('404', '地址中缺少文件编号');
  const [file] = await services.files.byIds([id]);
  if (!file) throw new ServiceError('404', '文件已不存在，或您没有查看权限');
  const refuse = (refusal: string): Preview => ({ file, content: null, refusal });
  const kind = previewKind(file);
  if (kind === 'none') return refuse('此类文件不支持在线预览，请下载后查看');
  if (kind === 'office' && isEdit) return refuse('填写时不提供在线预览，请下载后查看');
  if (kind === 'office' && (file.size ?? 0) > MAX_OFFICE_BYTES)
    return refuse(`文件超过 ${MAX_OFFICE_BYTES / 1024 ** 2} MB，请下载后查看`);
  if (extensionOf(file) === 'doc') return { file, content: null, refusal: null };
  if (!services.files.content) return refuse('请下载后查看');
  return { file, content: await services.files.content(file), refusal: null };
}
