import { writeBook, type BookCell } from '../../widgets/subTable/data/book.ts';
import type { FormService } from '../../runtime/services/documents.ts';
import type { ImportProgress, ListImportService } from '../../runtime/services/records.ts';
import { columnName } from '../../screens/preview/sheet/columnName.ts';
import { pollImport } from '../../screens/list/importing/pollImport.ts';
import { createDocument } from '../document/createDocument.ts';
import { generateKeyFromName } from '../keys/generateKeyFromName.ts';
import { dateOf, momentOf } from './guessColumn.ts';
import type { GuessedForm } from './guessForms.ts';
import { textOfCell, type Cell } from './sheetTable.ts';
import { toDefinition } from './toDefinition.ts';

/** The progress of the creation of one form. */
export interface FormCreation {
  formKey: string;
  formName: string;
  /**
   * `waiting`: earlier forms are created first. `publishing`: the form is being created, and published unless it needs
   * a review. `placing`: its list and menu entry are being created. `asked`: the draft is stored, and its review has
   * been requested, unless `message` names other forms: the user must then request it after they are published.
   */
  step: 'waiting' | 'publishing' | 'importing' | 'placing' | 'done' | 'asked' | 'failed';
  message: string;
  /** The progress of the import of the records; null before it begins. */
  importProgress: ImportProgress | null;
  /** True if the form exists, also after a later step fails. */
  isCreated?: boolean;
}

interface Calls {
  forms: Pick<FormService, 'saveDraft' | 'publish'>;
  listImports: Pick<ListImportService, 'begin' | 'state'>;
}

/**
 * Sorts forms so that each form comes after the forms to which it refers, because their records must exist when its
 * records are imported. If forms refer to each other in a circle, this is impossible for one of the references.
 */
export function sortByDependency(forms: readonly GuessedForm[]): GuessedForm[] {
  const ordered: GuessedForm[] = [];
  const visit = (form: GuessedForm, ancestors: ReadonlySet<string>): void => {
    if (ordered.includes(form) || ancestors.has(form.formKey)) return;
    for (const { to, isLeftOut } of form.columns) {
      const target = isLeftOut ? undefined : forms.find(({ formKey }) => formKey === to);
      if (target) visit(target, new Set([...ancestors, form.formKey]));
    }
    ordered.push(form);
  };
  for (const form of forms) visit(form, new Set());
  return ordered;
}

/** Returns the names of the new forms to which a form refers. */
const namesOfTargets = ({ columns }: GuessedForm, forms: readonly GuessedForm[]): string[] =>
  forms
    .filter(({ formKey }) => columns.some(({ to, isLeftOut }) => !isLeftOut && to === formKey))
    .map(({ formName }) => `“${formName}”`);

/**
 * Converts a cell for the import. A value that does not fit the kind of the column stays a text; the import then
 * refuses the row and reports the value.
 */
function toBookCell(cell: Cell, kind: GuessedForm['columns'][number]['kind']): BookCell {
  const text = textOfCell(cell) || null;
  if (kind === 'date') return dateOf(cell) ?? text;
  if (kind === 'datetime') return momentOf(cell) ?? text;
  if (kind === 'number' && cell !== null) {
    const number = typeof cell === 'number' ? cell : Number(textOfCell(cell).replace(/,/g, ''));
    return Number.isFinite(number) ? { number, format: 'General' } : textOfCell(cell);
  }
  return text;
}

/** Returns the rows of a sheet, without the columns that are left out, as a workbook that the server can import. */
async function rowsFile({ table, columns, formName }: GuessedForm): Promise<File> {
  const usedColumns = columns.flatMap((column, index) => (column.isLeftOut ? [] : [{ column, index }]));
  const rows = [
    usedColumns.map(({ column }) => column.title),
    ...table.rows.map((row) => usedColumns.map(({ column, index }) => toBookCell(row[index] ?? null, column.kind))),
  ];
  const blob = await writeBook([{ name: '数据', rows, widths: usedColumns.map(() => 16) }]);
  return new File([blob], `${formName}.xlsx`, { type: blob.type });
}

/** Row number of the first record in the workbook of `rowsFile`. */
const FIRST_ROW = 2;

/** Converts row and cell positions in the progress from the imported workbook to the sheet of the user. */
function toSheetPositions(progress: ImportProgress, { table, columns }: GuessedForm): ImportProgress {
  const rowOf = (row: number): number => table.rowNumbers[row - FIRST_ROW] ?? row;
  const usedColumns = columns.flatMap(({ isLeftOut }, index) => (isLeftOut ? [] : [index]));
  const columnNames = usedColumns.map((index) => columnName(table.columnIndexes?.[index] ?? index));
  const cellOf = (cell: string): string => {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
    const position = usedColumns.findIndex((_index, index) => columnName(index) === letters);
    return `${columnNames[position] ?? letters}${rowOf(Number(row))}`;
  };
  const withRows = (text: string): string => text.replace(/第 (\d+) 行/g, (_all, row) => `第 ${rowOf(Number(row))} 行`);
  return {
    ...progress,
    message: withRows(progress.message),
    lastRow: rowOf(progress.lastRow),
    bad: progress.bad.map(({ row, message, cells = [] }) => ({
      row: rowOf(row),
      message: cells.reduce(
        (text, { cell, label }) => text.replace(`${cell} ${label}：`, `${cellOf(cell)} ${label}：`),
        cells.length > 0 ? message : withRows(message),
      ),
    })),
  };
}

/** Imports the rows of a sheet as records of the form, and returns the final progress. */
async function importAll(
  { listImports }: Calls,
  form: GuessedForm,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress | null> {
  const id = await listImports.begin(form.formKey, await rowsFile(form));
  const finalProgress = await pollImport(listImports, id, (progress) => onProgress(toSheetPositions(progress, form)));
  return finalProgress && toSheetPositions(finalProgress, form);
}

/**
 * Creates, publishes and fills the forms one after the other, and reports every step to `onChange`. A failure does not
 * undo earlier steps: a form whose records could not be imported is kept, and the records can be imported later.
 */
export async function createForms(
  calls: Calls,
  forms: readonly GuessedForm[],
  {
    withRecords,
    publicationNote,
    messageOf,
    addToMenu,
    requestReview,
  }: {
    withRecords: boolean;
    publicationNote: string;
    /** Returns the message for the user when the creation of a form fails with this error. */
    messageOf(error: unknown): string;
    /** Creates the list of the form and its entry in the menu. */
    addToMenu?(form: GuessedForm): Promise<void>;
    /**
     * Requests a review of the draft. If present, the forms are not published, and records and menu entries are not
     * created.
     */
    requestReview?(form: GuessedForm): Promise<unknown>;
  },
  onChange: (progress: FormCreation) => void,
): Promise<void> {
  for (const form of sortByDependency(forms)) {
    const progress: FormCreation = {
      formKey: form.formKey,
      formName: form.formName,
      step: 'publishing',
      message: '',
      importProgress: null,
    };
    const report = (changes: Partial<FormCreation>): void => onChange(Object.assign(progress, changes));
    try {
      report({});
      // keys that a field must not get: the keys of system values, and the keys of earlier columns
      const usedKeys = new Set(['id', 'version', 'revision', 'flwState', 'title']);
      const keys: (string | null)[] = [];
      // sequential, because each key must differ from the previous keys
      // oxlint-disable-next-line no-await-in-loop
      for (const column of form.columns)
        keys.push(column.isLeftOut ? null : await generateKeyFromName(column.title, usedKeys));
      // oxlint-disable-next-line no-await-in-loop
      await createDocument(calls.forms, form.formKey, form.formName, toDefinition(form, keys));
      report({ isCreated: true });
      if (requestReview) {
        const unpublishedNames = namesOfTargets(form, forms);
        // a draft cannot be reviewed while it refers to an unpublished form
        // oxlint-disable-next-line no-await-in-loop
        if (unpublishedNames.length === 0) await requestReview(form);
        report({
          step: 'asked',
          message:
            unpublishedNames.length === 0 ? '' : `草稿已保存；${unpublishedNames.join('、')}发布后，请打开设计提交复核`,
        });
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      await calls.forms.publish(form.formKey, publicationNote);
      if (withRecords && form.table.rows.length > 0) {
        report({ step: 'importing' });
        // oxlint-disable-next-line no-await-in-loop
        const finalProgress = await importAll(calls, form, (latest) => report({ importProgress: latest }));
        if (finalProgress?.state === 'failed') {
          report({ step: 'failed', message: finalProgress.message });
          continue;
        }
      }
      if (addToMenu) {
        report({ step: 'placing' });
        // oxlint-disable-next-line no-await-in-loop
        await addToMenu(form);
      }
      report({ step: 'done' });
    } catch (error) {
      report({ step: 'failed', message: messageOf(error) });
    }
  }
}
