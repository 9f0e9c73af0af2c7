import type { SystemCalls } from '../runtime/services/systemCalls.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import { documentCall } from './documentCall.ts';
import type { Download } from './downloads.ts';
import type { Http } from './http/client.ts';

/**
 * Creates the calls of system pages, mainly uploads and downloads. Addresses come from documents; `documentCall`
 * validates them.
 */
export const createSystemPageCalls = (http: Http, base: string, download: Download): SystemCalls => ({
  upload(url, file, fields = {}) {
    const body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.append(key, value);
    body.append('file', file, file.name);
    return http.send({ ...documentCall(base, { url, method: 'POST', params: {} }), body });
  },
  uploadAndSaveAnswer(url, file, fileName) {
    const body = new FormData();
    body.append('file', file, file.name);
    return download({ ...documentCall(base, { url, method: 'POST', params: {} }), body }, fileName);
  },
  reportPageViews: (pages) =>
    http.send({ method: 'POST', path: '/system/sys/visit/note', body: { pages }, isQuiet: true }),
  postInBackground: (url, params) =>
    http.send({ ...documentCall(base, { url, method: 'POST', params }), isQuiet: true }),
  // sent with `fetch`: `http` would treat the answer as a failure, because it has no envelope
  async apiDescription() {
    const response = await fetch(`${base}/openapi.json`).catch(() => null);
    if (!response?.ok) throw new ServiceError('NETWORK', '无法取得接口文档，请检查网络后重试');
    return response.json() as Promise<unknown>;
  },
  download: async (url, params, fileName) => download(documentCall(base, { url, method: 'POST', params }), fileName),
});
