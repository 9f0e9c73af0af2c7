import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { SheetCell, SheetColumn } from '../../archive/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { sheetColumns, sheetRow, shownFields } from '../read/fieldTexts.ts';
import type { ListedRecord } from './pathColumns.ts';
import { loadPathSheetColumns } from './pathSheet.ts';

/** A column of an exported list. */
export interface ExportColumn extends SheetColumn {
  /** Returns the content of the cell of this record. */
  cell(record: ListedRecord): SheetCell;
}

/** A column that a list shows: a field, a relation path or a system column, with its heading in the list. */
export interface ChosenColumn {
  field: string;
  title?: string;
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};

/** Returns the text of a record's state. In a form without a process, the states 0 and 3 are shown as 有效 (valid). */
const stateText = ({ flwState = '0' }: FormRecord, hasFlow: boolean): string =>
  !hasFlow && (flwState === '0' || flwState === '3') ? '有效' : (STATE_TEXTS[flwState] ?? '');

const timeColumn = (title: string, key: 'createTime' | 'updateTime'): ExportColumn => ({
  title,
  width: 20,
  cell: (record) => record[key] ?? '',
});

/** Returns the system columns by the names that lists use. */
const systemColumns = (hasFlow: boolean): Readonly<Record<string, ExportColumn>> => ({
  title: { title: '标题', cell: ({ title }) => title ?? '' },
  flwState: { title: hasFlow ? '状态' : '记录状态', cell: (record) => stateText(record, hasFlow) },
  taskNode: { title: '当前节点', cell: ({ taskNode }) => taskNode ?? '' },
  createBy: { title: '创建人', cell: ({ createByName }) => createByName ?? '' },
  createTime: timeColumn('创建时间', 'createTime'),
  updateBy: { title: '修改人', cell: ({ updateByName }) => updateByName ?? '' },
  updateTime: timeColumn('修改时间', 'updateTime'),
});

const isPath = (name: string): boolean => name.includes('.');

/** Returns the relation paths that an export needs: those among the chosen columns; without chosen columns, `paths`. */
export const relationPathsToExport = (
  chosen: readonly ChosenColumn[] | undefined,
  paths: readonly string[],
): string[] => (chosen ? chosen.map(({ field }) => field).filter(isPath) : [...paths]);

/**
 * Returns the columns of an exported list: the `chosen` columns in their order with their headings. Leaves out unknown
 * names and the fields `hiddenKeys`, which the person's roles hide. If no column remains, returns all shown fields
 * outside sub-tables, the `paths`, the state (only with a process), the creator and the time of creation.
 */
export async function exportColumns(
  context: ServerContext,
  db: Db,
  form: CompiledForm,
  {
    chosen,
    paths,
    hiddenKeys,
  }: { chosen?: readonly ChosenColumn[]; paths: readonly string[]; hiddenKeys: readonly string[] },
): Promise<ExportColumn[]> {
  const hasFlow = Boolean(form.definition.flowKey);
  const fields = shownFields(form).filter((field) => !hiddenKeys.includes(field.key));
  const columnsByField = new Map(
    fields.map((field): [string, ExportColumn] => [
      field.key,
      {
        ...(sheetColumns([field])[0] as SheetColumn),
        cell: ({ fieldsMap }) => sheetRow([field], fieldsMap)[0] ?? null,
      },
    ]),
  );
  const shownPaths = paths.filter((path) => !hiddenKeys.includes(path.split('.')[0] ?? ''));
  const pathColumns = await loadPathSheetColumns(context, db, form.definition, shownPaths);
  const columnsByPath = new Map(
    pathColumns.map(({ cell, ...column }, index): [string, ExportColumn] => [
      shownPaths[index] ?? '',
      { ...column, cell: ({ related }) => cell(related ?? {}) },
    ]),
  );
  const system = systemColumns(hasFlow);
  const columns = (chosen ?? []).flatMap(({ field, title }): ExportColumn[] => {
    const column =
      columnsByField.get(field) ??
      columnsByPath.get(field) ??
      (Object.hasOwn(system, field) ? system[field] : undefined);
    return column ? [{ ...column, ...(title ? { title } : {}) }] : [];
  });
  if (columns.length > 0) return columns;
  const defaultSystemColumns = hasFlow ? ['flwState', 'createBy', 'createTime'] : ['createBy', 'createTime'];
  return [
    ...columnsByField.values(),
    ...columnsByPath.values(),
    ...defaultSystemColumns.map((name) => system[name] as ExportColumn),
  ];
}
