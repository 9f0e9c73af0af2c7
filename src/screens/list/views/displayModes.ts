import { fieldsOf } from '../../../relations/index.ts';
import { relationOf } from '../../../kernel/index.ts';
import type { CompiledList, ListColumn } from '../compile.ts';

export type DisplayKind = 'table' | 'cards' | 'board' | 'calendar' | 'tree' | 'group' | 'gantt' | 'gallery';

/**
 * How a list displays its records. `by` is the field for the groups of a table, the lanes of a board or the days of a
 * calendar, or the relation to the parent record in a tree; '' for the other kinds.
 */
export interface DisplayMode {
  kind: DisplayKind;
  by: string;
}

/** A field that a display mode can use as `by`. */
export interface DisplayField {
  field: string;
  title: string;
}

const toDisplayField = ({ field, title }: ListColumn): DisplayField => ({ field, title });

/** Fields that can be the lanes of a board: those with few known values, and the flow state. */
export const boardFields = (list: CompiledList): DisplayField[] =>
  list.columns.filter((column) => column.isLane || (column.system === 'flwState' && list.hasFlow)).map(toDisplayField);

/** Fields that a calendar can use: date fields and the creation time. */
export const calendarFields = (list: CompiledList): DisplayField[] =>
  list.columns.filter((column) => column.isDay || column.system === 'createTime').map(toDisplayField);

/** Fields that a tree can use: relations to a single record of the same form. */
export const treeFields = ({ form }: CompiledList): DisplayField[] =>
  [...fieldsOf(form)].flatMap(([field, node]) => {
    const relation = relationOf(node);
    return relation && relation.to === form.formKey && !relation.isMultiple
      ? [{ field, title: node.label ?? field }]
      : [];
  });

/** Parses the address parameter `kind.by`; a mode that the list does not support yields the table. */
export function readDisplayMode(text: string | undefined, list: CompiledList): DisplayMode {
  const [kind = '', by = ''] = (text ?? '').split(/\.(.*)/s);
  const has = (fields: readonly DisplayField[]): boolean => fields.some(({ field }) => field === by);
  if (kind === 'cards') return { kind, by: '' };
  if (kind === 'gantt' && list.gantt) return { kind, by: '' };
  if (kind === 'gallery' && list.gallery !== null) return { kind, by: '' };
  if (kind === 'group' && has(boardFields(list))) return { kind, by };
  if (kind === 'board' && has(boardFields(list))) return { kind, by };
  if (kind === 'calendar' && has(calendarFields(list))) return { kind, by };
  if (kind === 'tree' && has(treeFields(list))) return { kind, by };
  return { kind: 'table', by: '' };
}
