import { serialOf } from '../../../domain/serial.ts';
import { relationOf, type CompiledColumn, type CompiledForm } from '../../../kernel/index.ts';
import { xlsx, type SheetCell, type SheetColumn } from '../../archive/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { labelOf } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { cellText, ERROR_HEADING } from '../headings.ts';
import type { Cell } from '../messages.ts';
import { optionsOf, whyNot } from '../rows.ts';
import { importable } from './preview.ts';

const ERROR_WIDTH = 60;

const valueOf = (cell: Cell): SheetCell =>
  cell !== null && typeof cell === 'object' && 'number' in cell && cell.text === undefined
    ? cell.number
    : cellText(cell) || null;

/** Rows that were not taken as their sheet has them, and beside each what is wrong with it: to be mended and taken in again. */
export function badRowsBook({
  heading,
  rows,
}: {
  heading: readonly string[];
  rows: readonly { cells: readonly Cell[]; message: string }[];
}): AsyncGenerator<Buffer> {
  // a file of mended rows brings its own column of mistakes along
  const places = heading.flatMap((title, at) => (title.trim() === ERROR_HEADING ? [] : [{ title, at }]));
  return xlsx(
    '未导入的行',
    [...places.map(({ title }) => ({ title })), { title: ERROR_HEADING, width: ERROR_WIDTH }],
    rows.map(({ cells, message }) => [...places.map(({ at }) => valueOf(cells[at] ?? null)), message]),
  );
}

function noteOf(column: CompiledColumn, isRequired: boolean): string {
  const { node, definition } = column;
  const isMultiple = 'multiple' in node && node.multiple === true;
  const what = relationOf(node)
    ? '填写已有记录的名称或编号'
    : definition.references
      ? '填写姓名或名称；重名时人员填登录名，部门写成“上级/部门”'
      : '';
  return [isRequired ? '必填' : '', what, isMultiple ? '多个用顿号隔开' : ''].filter(Boolean).join('；');
}

/** An empty table for the fields that a list may fill, with the options of a field to choose from. Required ones have a star. */
export async function templateBook(db: Db, user: RequestUser, form: CompiledForm): Promise<AsyncGenerator<Buffer>> {
  const locked = new Set(user.fieldRules[form.definition.formKey]?.locked ?? []);
  const fields = importable(form.fields.values(), user, form.definition.formKey).filter(
    (field) => whyNot(field as never) === null && serialOf(field.node) === undefined && !locked.has(field.key),
  ) as CompiledColumn[];
  const options = await optionsOf(db, fields);
  const columns = fields.map((field): SheetColumn => {
    const isRequired = field.node.required === true;
    const choices = (options.get(field.key) ?? []).map(({ label }) => String(label));
    const note = noteOf(field, isRequired);
    return {
      title: `${isRequired ? '*' : ''}${labelOf(field as never)}`,
      ...(choices.length > 0 ? { choices } : {}),
      ...(note === '' ? {} : { note }),
    };
  });
  return xlsx(form.definition.formName, columns, []);
}
