import type { ListImportService } from '../../runtime/services/records.ts';
import type { Http } from '../http/client.ts';
import type { Download } from '../downloads.ts';

const BASE = '/system/frmCrud';

/**
 * Creates the calls that import records from spreadsheets, and those that download the spreadsheet templates and the
 * rows that were not imported.
 */
export function createListImportCalls(http: Http, download: Download): ListImportService {
  const saveSheet = (path: string, query: Record<string, string>, fileName: string): Promise<boolean> =>
    download({ method: 'GET', path, query }, `${fileName}.xlsx`);
  return {
    async begin(formKey, file, { isTrial = false, columns } = {}) {
      const body = new FormData();
      body.append('file', file, file.name);
      const query = { ...(isTrial ? { isTrial: '1' } : {}), ...(columns ? { columns: columns.join(',') } : {}) };
      return (await http.send<{ id: string }>({ method: 'POST', path: `${BASE}/importRows/${formKey}`, query, body }))
        .id;
    },
    state: (id) => http.send({ method: 'GET', path: `${BASE}/importState`, query: { id }, isQuiet: true }),
    saveTemplate: (formKey, fileName) => saveSheet(`${BASE}/importTemplate/${formKey}`, {}, fileName),
    saveBadRows: (id, fileName) => saveSheet(`${BASE}/importBadRows`, { id }, fileName),
  };
}
