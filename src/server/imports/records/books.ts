import { serialOf } from '../../../domain/serial.ts';
import { relationOf, type CompiledColumn, type CompiledForm } from '../../../kernel/index.ts';
import { xlsxFile, type SheetCell, type SheetColumn } from '../../archive/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { labelOf } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { cellText, ERROR_HEADING } from '../headings.ts';
import type { Cell } from '../messages.ts';
import { loadOptions, notImportableReason } from '../rows.ts';
import { importableFields } from './preview.ts';

const ERROR_WIDTH = 60;

const sheetCellOf = (cell: Cell): SheetCell =>
  cell !== null && typeof cell === 'object' && 'number' in cell && cell.text === undefined
    ? cell.number
    : cellText(cell) || null;

/**
 * Creates a workbook of the rows that were not imported, for correction and another import. An additional column
 * contains the problems of each row.
 */
export function badRowsBook({
  heading,
  rows,
}: {
  heading: readonly string[];
  rows: readonly { cells: readonly Cell[]; message: string }[];
}): AsyncGenerator<Buffer> {
  // a corrected file that is imported again already contains a column of problems, which the new one replaces
  const columns = heading.flatMap((title, position) => (title.trim() === ERROR_HEADING ? [] : [{ title, position }]));
  return xlsxFile(
    '未导入的行',
    [...columns.map(({ title }) => ({ title })), { title: ERROR_HEADING, width: ERROR_WIDTH }],
    rows.map(({ cells, message }) => [...columns.map(({ position }) => sheetCellOf(cells[position] ?? null)), message]),
  );
}

/** Returns the Chinese note on a template's column: how its cells are filled. */
function fillingHint(column: CompiledColumn, isRequired: boolean): string {
  const { node, definition } = column;
  const isMultiple = 'multiple' in node && node.multiple === true;
  const referenceHint = relationOf(node)
    ? '填写已有记录的名称或编号'
    : definition.references
      ? '填写姓名或名称；重名时人员填登录名，部门写成“上级/部门”'
      : '';
  return [isRequired ? '必填' : '', referenceHint, isMultiple ? '多个用顿号隔开' : ''].filter(Boolean).join('；');
}

/**
 * Creates an empty workbook with a column for each importable field and its options. Required fields are marked with
 * a star.
 */
export async function createTemplateBook(
  db: Db,
  user: RequestUser,
  form: CompiledForm,
): Promise<AsyncGenerator<Buffer>> {
  const lockedKeys = new Set(user.fieldRules[form.definition.formKey]?.locked ?? []);
  const fields = importableFields(form.fields.values(), user, form.definition.formKey).filter(
    (field) =>
      notImportableReason(field as never) === null && serialOf(field.node) === undefined && !lockedKeys.has(field.key),
  ) as CompiledColumn[];
  const options = await loadOptions(db, fields);
  const columns = fields.map((field): SheetColumn => {
    const isRequired = field.node.required === true;
    const choices = (options.get(field.key) ?? []).map(({ label }) => String(label));
    const note = fillingHint(field, isRequired);
    return {
      title: `${isRequired ? '*' : ''}${labelOf(field as never)}`,
      ...(choices.length > 0 ? { choices } : {}),
      ...(note === '' ? {} : { note }),
    };
  });
  return xlsxFile(form.definition.formName, columns, []);
}
