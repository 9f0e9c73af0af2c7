import type { AuditChoices, AuditEntry, AuditService } from '../runtime/services/audit.ts';
import type { Http } from './http/client.ts';
import { saveBlob } from './openFile.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

const base = '/system/sysAudit';

export const createAuditCalls = (http: Http): AuditService => ({
  choices: () => http.send<AuditChoices>({ method: 'GET', path: `${base}/getChoices` }),
  list: async (source, data, page) =>
    pageFromWire(
      await http.send<WirePage<AuditEntry>>({
        method: 'POST',
        path: `${base}/${source === 'record' ? 'getRecordList' : 'getList'}`,
        body: { data, page },
      }),
    ),
  locks: () => http.send({ method: 'GET', path: '/auth/lock/list' }),
  unlock: (subject) => http.send({ method: 'POST', path: '/auth/lock/release', body: { subject } }),
  async exportRows(data, fileName) {
    const { bytes } = await http.download({ method: 'POST', path: `${base}/export`, body: { data } });
    saveBlob({ id: '', url: '', fileExt: 'xlsx', fileName: `${fileName}.xlsx` }, bytes);
  },
});
