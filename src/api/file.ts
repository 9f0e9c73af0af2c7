import { ServiceError, type FileRecord } from '../runtime/services.ts';
import type { Http } from './http.ts';
import { saveBlob, showBlob, shownType } from './openFile.ts';

/** ER-014 */
const DOWNLOAD_FAILED = '下载文件出现错误，请联系管理员！';

const bytesOf = async (http: Http, id: string): Promise<Blob> =>
  (await http.download({ method: 'GET', path: `/file/sys/file/download/${encodeURIComponent(id)}` })).bytes;

/** Calls of the file service (CL-035, CL-038, DU-003, DU-004). */
export const createFileCalls = (http: Http) => ({
  content: async (file: FileRecord): Promise<Blob> => new Blob([await bytesOf(http, file.id)], { type: shownType(file) }),
  upload(file: File, onProgress?: (percent: number) => void): Promise<FileRecord> {
    const body = new FormData();
    body.append('file', file, file.name);
    return http.send({ method: 'POST', path: '/file/sys/file/upload', body, onProgress });
  },
  byIds: (ids: string[]): Promise<FileRecord[]> => http.send({ method: 'POST', path: '/file/att/listByIds', body: { ids } }),
  /** Fetches with the bearer token, then shows it in a new tab or saves it. Throws ServiceError (ER-014). */
  async open(file: FileRecord, how: 'preview' | 'download'): Promise<void> {
    const target = how === 'preview' ? showBlob(file) : saveBlob(file);
    try {
      target.give(await bytesOf(http, file.id));
    } catch (error) {
      target.cancel();
      if (error instanceof ServiceError && error.code !== 'SERVER') throw error;
      throw new ServiceError('FILE_FAILED', DOWNLOAD_FAILED);
    }
  },
});
