import { writeBook, type BookCell } from '../../widgets/subTable/data/book.ts';
import type { FormService } from '../../runtime/services/documents.ts';
import type { ImportProgress, ListImportService } from '../../runtime/services/records.ts';
import { proposeFieldKey } from '../keys/proposeFieldKey.ts';
import { dateOf, momentOf } from './guessColumn.ts';
import type { GuessedForm } from './guessForms.ts';
import { textOfCell, type Cell } from './sheetTable.ts';
import { toDefinition } from './toDefinition.ts';

/** How far one form has come. */
export interface MadeForm {
  formKey: string;
  formName: string;
  step: 'waiting' | 'publishing' | 'importing' | 'placing' | 'done' | 'asked' | 'failed';
  message: string;
  imported: ImportProgress | null;
}

interface Calls {
  forms: Pick<FormService, 'saveDraft' | 'publish'>;
  listImports: Pick<ListImportService, 'begin' | 'state'>;
}

/** Forms that others point at come first, so that their records are there to be found. */
export function inOrder(forms: readonly GuessedForm[]): GuessedForm[] {
  const ordered: GuessedForm[] = [];
  const visit = (form: GuessedForm, above: ReadonlySet<string>): void => {
    if (ordered.includes(form) || above.has(form.formKey)) return;
    for (const { to, isLeftOut } of form.columns) {
      const target = isLeftOut ? undefined : forms.find(({ formKey }) => formKey === to);
      if (target) visit(target, new Set([...above, form.formKey]));
    }
    ordered.push(form);
  };
  for (const form of forms) visit(form, new Set());
  return ordered;
}

/** Names of the new forms that this one points at. */
const sourcesOf = ({ columns }: GuessedForm, forms: readonly GuessedForm[]): string[] =>
  forms
    .filter(({ formKey }) => columns.some(({ to, isLeftOut }) => !isLeftOut && to === formKey))
    .map(({ formName }) => `“${formName}”`);

function bookCell(cell: Cell, kind: GuessedForm['columns'][number]['kind']): BookCell {
  if (kind === 'date') return dateOf(cell);
  if (kind === 'datetime') return momentOf(cell);
  if (kind === 'number' && cell !== null) {
    const number = typeof cell === 'number' ? cell : Number(textOfCell(cell).replace(/,/g, ''));
    return Number.isFinite(number) ? { number, format: 'General' } : textOfCell(cell);
  }
  return textOfCell(cell) || null;
}

/** The rows of one sheet as a workbook that the import of lists reads. */
async function rowsFile({ table, columns, formName }: GuessedForm): Promise<File> {
  const used = columns.flatMap((column, index) => (column.isLeftOut ? [] : [{ column, index }]));
  const rows = [
    used.map(({ column }) => column.title),
    ...table.rows.map((row) => used.map(({ column, index }) => bookCell(row[index] ?? null, column.kind))),
  ];
  const blob = await writeBook([{ name: '数据', rows, widths: used.map(() => 16) }]);
  return new File([blob], `${formName}.xlsx`, { type: blob.type });
}

const ASK_MS = 800;

async function importAll(
  { listImports }: Calls,
  form: GuessedForm,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const id = await listImports.begin(form.formKey, await rowsFile(form));
  for (;;) {
    // one question after the other until the import ends
    // oxlint-disable-next-line no-await-in-loop
    const progress = await listImports.state(id);
    onProgress(progress);
    if (progress.state !== 'running') return progress;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((wake) => {
      setTimeout(wake, ASK_MS);
    });
  }
}

/**
 * Makes, publishes and fills the forms one after the other; `onChange` hears of every step. What fails keeps what came
 * before it: a form whose records could not be taken in stands and can be filled later.
 */
export async function makeForms(
  calls: Calls,
  forms: readonly GuessedForm[],
  {
    withRecords,
    note,
    messageOf,
    place,
    ask,
  }: {
    withRecords: boolean;
    note: string;
    messageOf(error: unknown): string;
    /** Makes the form's list and its entry of the menu. */
    place?(form: GuessedForm): Promise<void>;
    /** Puts the stored draft up for review: given where nothing is published without one. Records and entries come later then. */
    ask?(form: GuessedForm): Promise<unknown>;
  },
  onChange: (made: MadeForm) => void,
): Promise<void> {
  for (const form of inOrder(forms)) {
    const made: MadeForm = {
      formKey: form.formKey,
      formName: form.formName,
      step: 'publishing',
      message: '',
      imported: null,
    };
    const tell = (part: Partial<MadeForm>): void => onChange(Object.assign(made, part));
    try {
      tell({});
      const taken = new Set(['id', 'version', 'revision', 'flwState', 'title']);
      const keys: (string | null)[] = [];
      // keys are proposed in turn, since each must differ from those before
      // oxlint-disable-next-line no-await-in-loop
      for (const column of form.columns)
        keys.push(column.isLeftOut ? null : await proposeFieldKey(column.title, taken));
      // oxlint-disable-next-line no-await-in-loop
      await calls.forms.saveDraft(form.formKey, form.formName, toDefinition(form, keys));
      if (ask) {
        const after = sourcesOf(form, forms);
        // a draft that leads to a form which is not there yet cannot be judged
        // oxlint-disable-next-line no-await-in-loop
        if (after.length === 0) await ask(form);
        tell({
          step: 'asked',
          message: after.length === 0 ? '' : `草稿已保存；${after.join('、')}发布后，请打开设计提交复核`,
        });
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      await calls.forms.publish(form.formKey, note);
      if (withRecords && form.table.rows.length > 0) {
        tell({ step: 'importing' });
        // oxlint-disable-next-line no-await-in-loop
        tell({ imported: await importAll(calls, form, (imported) => tell({ imported })) });
      }
      if (place) {
        tell({ step: 'placing' });
        // oxlint-disable-next-line no-await-in-loop
        await place(form);
      }
      tell({ step: 'done' });
    } catch (error) {
      tell({ step: 'failed', message: messageOf(error) });
    }
  }
}
