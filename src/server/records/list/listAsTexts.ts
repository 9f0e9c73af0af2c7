import type { ServerContext } from '../../context.ts';
import { loadForm, relatedForms } from '../../documents/index.ts';
import type { Page } from '../../http/envelope.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { formRights } from '../../rights/index.ts';
import {
  selectableColumns,
  loadSelectableRows,
  type PickerColumn,
  type SelectableRow,
} from '../relations/selectableRows.ts';
import { visibleColumns, queryRights, sortableNames } from './queryRights.ts';
import { listRecords } from './listRecords.ts';
import type { RecordQuery } from './prepareList.ts';

const MAX_OTHER_COLUMNS = 6;
const NO_RECORDS = { rows: [], total: 0, isEstimate: false };

/** A page of records as display texts, for a short list such as the records behind a number. */
export interface RecordTexts {
  formKey: string;
  formName: string;
  columns: PickerColumn[];
  rows: SelectableRow[];
  /** True if the person may export records of the form. */
  mayExport: boolean;
  /** True if the person has the right to see the form's records; without it, they see only records about them. */
  maySee: boolean;
  page: Page & { total: number; isEstimate?: true };
}

/**
 * Returns one page of a form's records as this person may see them, as display texts. The columns are `firstColumns`
 * (field keys or relation paths), followed by the first columns of the form's list. The page is empty if the person
 * may not see any record of the form.
 */
export async function listAsTexts(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  query: RecordQuery,
  firstColumns: readonly string[] = [],
): Promise<RecordTexts> {
  const { db } = context;
  const recordPage = await unlessRefused(listRecords(context, db, user, formKey, query), ['403'], NO_RECORDS);
  const { definition } = (await loadForm(context, db, formKey)).form;
  const formOf = await relatedForms(context, db, definition);
  const listColumnNames = selectableColumns(definition, undefined, formOf, context).map(({ name }) => name);
  const otherColumns = listColumnNames.filter((name) => !firstColumns.includes(name)).slice(0, MAX_OTHER_COLUMNS);
  const allColumns = selectableColumns(definition, [...firstColumns, ...otherColumns], formOf, context);
  const columns = visibleColumns(allColumns, await queryRights(context, db, user, formKey, sortableNames(allColumns)));
  const rights = await formRights(db, user, formKey, definition.access);
  return {
    formKey,
    formName: definition.formName,
    columns,
    rows: await loadSelectableRows(context, db, user, definition, columns, recordPage.rows),
    mayExport: rights.has('export'),
    maySee: rights.has('see'),
    page: { ...query.page, total: recordPage.total, ...(recordPage.isEstimate ? { isEstimate: true } : {}) },
  };
}
