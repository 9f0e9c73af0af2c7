import type { AuditFilterOptions, AuditEntry, AuditService } from '../runtime/services/audit.ts';
import type { Http } from './http/client.ts';
import type { Download } from './downloads.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

const BASE = '/system/sysAudit';

/** Creates the calls on the audit log and on locked accounts. */
export const createAuditCalls = (http: Http, download: Download): AuditService => ({
  filterOptions: () => http.send<AuditFilterOptions>({ method: 'GET', path: `${BASE}/getChoices` }),
  list: async (source, data, page) =>
    pageFromWire(
      await http.send<WirePage<AuditEntry>>({
        method: 'POST',
        path: `${BASE}/${source === 'record' ? 'getRecordList' : 'getList'}`,
        body: { data, page },
      }),
    ),
  locks: () => http.send({ method: 'GET', path: '/auth/lock/list' }),
  unlock: (subject) => http.send({ method: 'POST', path: '/auth/lock/release', body: { subject } }),
  exportRows: (data, fileName) =>
    download({ method: 'POST', path: `${BASE}/export`, body: { data } }, `${fileName}.xlsx`),
});
