import { fieldsOf, relationOf } from '../../../kernel/index.ts';
import type { CompiledList, ListColumn } from '../compile.ts';

export type LookKind = 'table' | 'cards' | 'board' | 'calendar' | 'tree' | 'group' | 'gantt' | 'gallery';

/**
 * How a list shows its records; `by`: the field that makes the groups of a table, the lanes of a board, the days of a
 * calendar, or the relation to the record above in a tree.
 */
export interface ListLook {
  kind: LookKind;
  by: string;
}

/** A field that a look may be made by. */
export interface LookField {
  field: string;
  title: string;
}

const shown = ({ field, title }: ListColumn): LookField => ({ field, title });

/** Fields with one of few values: lanes of a board. The state of an approval is one. */
export const boardFields = (list: CompiledList): LookField[] =>
  list.columns.filter((column) => column.isLane || (column.system === 'flwState' && list.hasFlow)).map(shown);

/** Days: those of date fields, and when a record was made. */
export const calendarFields = (list: CompiledList): LookField[] =>
  list.columns.filter((column) => column.isDay || column.system === 'createTime').map(shown);

/** Relations to one other record of the same form: branches of a tree. */
export const treeFields = ({ form }: CompiledList): LookField[] =>
  [...fieldsOf(form)].flatMap(([field, node]) => {
    const relation = relationOf(node);
    return relation && relation.to === form.formKey && !relation.isMultiple
      ? [{ field, title: node.label ?? field }]
      : [];
  });

/** `kind.by` of the address; what the list cannot show is the table. */
export function readLook(text: string | undefined, list: CompiledList): ListLook {
  const [kind = '', by = ''] = (text ?? '').split(/\.(.*)/s);
  const has = (fields: readonly LookField[]): boolean => fields.some(({ field }) => field === by);
  if (kind === 'cards') return { kind, by: '' };
  if (kind === 'gantt' && list.gantt) return { kind, by: '' };
  if (kind === 'gallery' && list.gallery !== null) return { kind, by: '' };
  if (kind === 'group' && has(boardFields(list))) return { kind, by };
  if (kind === 'board' && has(boardFields(list))) return { kind, by };
  if (kind === 'calendar' && has(calendarFields(list))) return { kind, by };
  if (kind === 'tree' && has(treeFields(list))) return { kind, by };
  return { kind: 'table', by: '' };
}
