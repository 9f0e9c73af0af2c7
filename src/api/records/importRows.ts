import type { ImportCall, ImportedRows } from '../../runtime/services/rowImport.ts';
import type { Http } from '../http/client.ts';

interface ImportAnswer {
  data: unknown;
  report?: Partial<Omit<ImportedRows, 'rows'>>;
}

const isRow = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item);

/** CL-084, CL-090: uploads one spreadsheet and returns its rows. The report may be absent from the answer. */
export const createImportCall =
  (http: Http) =>
  async (
    { file, formKey, version, table }: ImportCall,
    onProgress?: (percent: number) => void,
  ): Promise<ImportedRows> => {
    const body = new FormData();
    body.append('formTitle', table);
    body.append('formKey', formKey);
    if (version !== undefined) body.append('version', String(version));
    body.append('file', file, file.name);
    const { data, report } = await http.sendForEnvelope<ImportAnswer>({
      method: 'POST',
      path: '/system/frmField/importData',
      body,
      onProgress,
    });
    const rows = Array.isArray(data) ? data.filter(isRow) : [];
    return {
      rows,
      bad: report?.bad ?? [],
      badCount: report?.badCount ?? 0,
      notes: report?.notes ?? [],
      leftToPage: report?.leftToPage ?? [],
    };
  };
