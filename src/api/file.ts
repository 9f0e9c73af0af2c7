import { basicErrorMessage } from '../domain/problem/index.ts';
import { isForeignFile, previewType } from '../domain/fileValue.ts';
import type { DocText, FileRecord } from '../runtime/services/files.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import type { Download } from './downloads.ts';
import type { ApiConfig } from './http/config.ts';
import type { Http } from './http/client.ts';
import type { Call } from './http/transport.ts';
import { createObjectUrl, DOWNLOAD_FAILED, openTab } from './openFile.ts';

const BYTES_PER_MB = 1024 ** 2;

/** Creates the calls of the file service (CL-035, CL-038, CL-041, CL-086…089, DU-003, DU-004). */
export function createFileCalls(http: Http, { base, fileLimit, fileOutside }: ApiConfig, download: Download) {
  const downloadCall = ({ id }: FileRecord): Call => ({
    method: 'GET',
    path: `/file/sys/file/download/${encodeURIComponent(id)}`,
  });
  const downloadBytes = async (file: FileRecord): Promise<Blob> => (await http.download(downloadCall(file))).bytes;

  const save = (file: FileRecord): Promise<boolean> => download(downloadCall(file), file.fileName);

  /**
   * Returns an address at which a window can open a picture or PDF without an authorisation header (OD-052): under
   * `fileOutside` if it is set, else a link from the server, else an object URL of the bytes.
   */
  const windowAddress = async (file: FileRecord, type: string): Promise<string> => {
    if (fileOutside !== '') return fileOutside + (file.url.startsWith('/') ? file.url : `/${file.url}`);
    try {
      const { url } = await http.send<{ url: string }>({
        method: 'POST',
        path: '/file/att/outsideUrl',
        body: { id: file.id },
      });
      return url.startsWith('/api/') ? base + url.slice('/api'.length) : url;
    } catch (error) {
      // a compatible back end may lack the call for links
      if (error instanceof ServiceError && error.code === '404')
        return createObjectUrl(await downloadBytes(file), type);
      throw error;
    }
  };

  const preview = async (file: FileRecord): Promise<void> => {
    const type = previewType(file);
    const tab = type ? openTab() : null;
    if (!type || !tab) {
      await save(file);
      return;
    }
    try {
      tab.go(await windowAddress(file, type));
    } catch (error) {
      tab.cancel();
      throw error;
    }
  };

  return {
    content: async (file: FileRecord): Promise<Blob> =>
      new Blob([await downloadBytes(file)], { type: previewType(file) }),
    docText: (file: FileRecord): Promise<DocText> =>
      http.send({ method: 'GET', path: '/file/att/docText', query: { id: file.id } }),
    /** Uploads a file. Does not send a file above `fileLimit` and throws ServiceError('FILE_SIZE') instead (OD-059). */
    async upload(
      file: File,
      onProgress?: (percent: number) => void,
      signal?: AbortSignal,
    ): Promise<FileRecord & { message?: string }> {
      if (file.size > fileLimit)
        throw new ServiceError(
          'FILE_SIZE',
          basicErrorMessage('FILE_SIZE', { limit: `${Math.floor(fileLimit / BYTES_PER_MB)} MB` }),
        );
      const body = new FormData();
      body.append('file', file, file.name);
      const { data, message } = await http.sendWithMessage<FileRecord>({
        method: 'POST',
        path: '/file/sys/file/upload',
        body,
        onProgress,
        ...(signal ? { signal } : {}),
      });
      return { ...data, message };
    },
    byIds: (ids: string[]): Promise<FileRecord[]> =>
      http.send({ method: 'POST', path: '/file/att/listByIds', body: { ids } }),
    /** Shows a file in a new window (PV-001) or saves it. Throws ServiceError (ER-014). */
    async open(file: FileRecord, mode: 'preview' | 'download'): Promise<void> {
      // the id of a file of another system is its address
      if (isForeignFile(file.id)) {
        window.open(file.id, '_blank', 'noopener,noreferrer');
        return;
      }
      try {
        await (mode === 'preview' ? preview(file) : save(file));
      } catch (error) {
        if (error instanceof ServiceError && error.code !== 'SERVER') throw error;
        throw new ServiceError('FILE_FAILED', DOWNLOAD_FAILED);
      }
    },
  };
}
