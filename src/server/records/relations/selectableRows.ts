import type { FieldNode } from '../../../grammar/nodes.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { type FormDefinition, type WidgetDefinition, isTableNode, staticOptions } from '../../../kernel/index.ts';
import { endOfPath, fieldsOf, type FormLookup } from '../../../relations/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { readPathValues } from './pathValues.ts';

/** A column of the dialog in which the user picks records for a relation. */
export interface PickerColumn {
  name: string;
  label: string;
  isNumber: boolean;
  /**
   * True if the list can be sorted by the column. This is true for fields of the record itself, not of a related
   * record.
   */
  isSortable: boolean;
}

/** A selectable record, as texts. */
export interface SelectableRow {
  id: string;
  title: string;
  texts: Record<string, string>;
}

/** The labels of the system columns. */
export const SYSTEM_LABELS: Readonly<Record<string, string>> = {
  title: '标题',
  createByName: '创建人',
  createTime: '创建时间',
  updateTime: '修改时间',
  flwState: '状态',
};

const MAX_DEFAULT_COLUMNS = 6;

/**
 * Returns the columns of a relation's picking dialog: those in `names`; otherwise the first fields of the target form
 * that its lists or titles show; otherwise the record title. Unknown names are left out.
 */
export function selectableColumns(
  target: FormDefinition,
  names: readonly string[] | undefined,
  formOf: FormLookup,
  { vocabulary }: ServerContext,
): PickerColumn[] {
  const listedFields = [...fieldsOf(target).values()].filter(
    (node) => !isTableNode(node) && node.isHideField !== '1' && (node.isList === '1' || node.isTitle === '1'),
  );
  const columnNames = names ?? listedFields.slice(0, MAX_DEFAULT_COLUMNS).map((node) => node.__vModel__);
  return (columnNames.length > 0 ? columnNames : ['title']).flatMap((name): PickerColumn[] => {
    const path = name.split('.');
    const end = endOfPath(target, path, formOf, vocabulary);
    if (!end) return [];
    const label = end.node ? end.node.label || end.name : (SYSTEM_LABELS[end.name] ?? end.name);
    const isSortableType = end.node === null || vocabulary.definition(end.node.tag)?.column?.isSortable !== false;
    const isSortable = path.length === 1 && end.type !== 'list' && isSortableType;
    return [{ name, label, isNumber: end.type === 'double', isSortable }];
  });
}

/**
 * Returns the display text of a stored value: its stored `label`, otherwise the text that the widget of `node`
 * computes. `node` is null for a system column.
 */
export function textOf(node: FieldNode | null, value: unknown, label: unknown, { vocabulary }: ServerContext): string {
  if (typeof label === 'string' && label !== '') return label;
  if (node === null) return typeof value === 'string' ? value : '';
  const definition = vocabulary.definition(node.tag) as WidgetDefinition<FieldNode> | undefined;
  const options = staticOptions(node);
  return definition?.text?.(value, node, options ? { options } : {}) ?? '';
}

/**
 * Returns the records as rows of the picking dialog. Columns with a relation path are read with the rights of `user`.
 */
export async function loadSelectableRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  target: FormDefinition,
  columns: readonly PickerColumn[],
  records: readonly FormRecord[],
): Promise<SelectableRow[]> {
  const pathColumns = columns.filter(({ name }) => name.includes('.'));
  const rows: SelectableRow[] = [];
  for (const record of records) {
    const id = record.id ?? '';
    const texts: Record<string, string> = {};
    const pathValues =
      pathColumns.length === 0
        ? null
        : await readPathValues(
            context,
            db,
            user,
            target.formKey,
            id,
            pathColumns.map(({ name }) => name),
          );
    for (const { name } of columns) {
      const pathValue = pathValues?.get(name);
      const node = pathValue ? (pathValue.end?.node ?? null) : (fieldsOf(target).get(name) ?? null);
      const recordValue = node ? record.fieldsMap[name] : (record as unknown as Record<string, unknown>)[name];
      const value = pathValue ? pathValue.value : recordValue;
      texts[name] = textOf(node, value, pathValue ? pathValue.label : record.fieldsMap[companionKey(name)], context);
    }
    rows.push({ id, title: record.title || id, texts });
  }
  return rows;
}
