import type { ListImportService } from '../../runtime/services/records.ts';
import type { Http } from '../http/client.ts';
import { saveBlob } from '../openFile.ts';

const CRUD = '/system/frmCrud';

/** Calls for importing records from spreadsheets, and for the spreadsheet templates. */
export function createListImportCalls(http: Http): ListImportService {
  const saveSheet = async (path: string, query: Record<string, string>, fileName: string): Promise<void> => {
    const { bytes } = await http.download({ method: 'GET', path, query });
    saveBlob({ id: '', url: '', fileExt: 'xlsx', fileName: `${fileName}.xlsx` }, bytes);
  };
  return {
    async begin(formKey, file, { isTrial = false, columns } = {}) {
      const body = new FormData();
      body.append('file', file, file.name);
      const query = { ...(isTrial ? { isTrial: '1' } : {}), ...(columns ? { columns: columns.join(',') } : {}) };
      return (await http.send<{ id: string }>({ method: 'POST', path: `${CRUD}/importRows/${formKey}`, query, body }))
        .id;
    },
    state: (id) => http.send({ method: 'GET', path: `${CRUD}/importState`, query: { id }, isQuiet: true }),
    saveTemplate: (formKey, fileName) => saveSheet(`${CRUD}/importTemplate/${formKey}`, {}, fileName),
    saveBadRows: (id, fileName) => saveSheet(`${CRUD}/importBadRows`, { id }, fileName),
  };
}
