import { fieldsOf } from '../../../relations/index.ts';
import { relationOf } from '../../../kernel/index.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { CalendarFields } from '../viewParts.ts';

export type DisplayKind = 'table' | 'cards' | 'board' | 'calendar' | 'tree' | 'group' | 'gantt' | 'gallery' | 'map';

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

/** Fields that a calendar can use: that of the document's own calendar, date fields, and the creation time. */
export const calendarFields = (list: CompiledList): DisplayField[] => {
  const own = list.calendar && fieldsOf(list.form).get(list.calendar.start);
  const columns = list.columns.filter((column) => column.isDay || column.isPeriod || column.system === 'createTime');
  return [
    ...(own ? [{ field: own.__vModel__, title: own.label ?? own.__vModel__ }] : []),
    ...columns.filter(({ field }) => field !== own?.__vModel__).map(toDisplayField),
  ];
};

/** The fields of the calendar by a field: those of the document's own calendar, else the field alone. */
export function calendarBy(list: CompiledList, by: string): CalendarFields | null {
  if (list.calendar?.start === by) return list.calendar;
  const column = list.columns.find(({ field }) => field === by);
  return column
    ? {
        start: by,
        isPeriod: column.isPeriod === true,
        opensWith: 'month',
        ...(column.dateFormat ? { startFormat: column.dateFormat } : {}),
      }
    : null;
}

/** Fields that a tree can use: relations to a single record of the same form. */
export const treeFields = ({ form }: CompiledList): DisplayField[] =>
  [...fieldsOf(form)].flatMap(([field, node]) => {
    const relation = relationOf(node);
    return relation && relation.to === form.formKey && !relation.isMultiple
      ? [{ field, title: node.label ?? field }]
      : [];
  });

const TABLE: DisplayMode = { kind: 'table', by: '' };

/** A mode, if the list supports it; else the table. Without `by`, the field that the document names for the kind. */
export function supportedMode(
  { kind, by = '' }: { kind: string; by?: string | undefined },
  list: CompiledList,
): DisplayMode {
  const over = (fields: readonly DisplayField[], named: string | undefined): DisplayMode => {
    const field = by === '' ? named : by;
    return fields.some((one) => one.field === field) ? ({ kind, by: field } as DisplayMode) : TABLE;
  };
  switch (kind) {
    case 'cards':
      return { kind, by: '' };
    case 'gantt':
      return list.gantt ? { kind, by: '' } : TABLE;
    case 'gallery':
      return list.gallery === null ? TABLE : { kind, by: '' };
    case 'map':
      return list.map === null ? TABLE : { kind, by: '' };
    case 'group':
    case 'board':
      return over(boardFields(list), list.board?.by);
    case 'calendar':
      return over(calendarFields(list), list.calendar?.start);
    case 'tree':
      return over(treeFields(list), list.tree?.parent ?? treeFields(list)[0]?.field);
    default:
      return TABLE;
  }
}

/** How the list opens by its document. */
export const openingMode = (list: CompiledList): DisplayMode => (list.view ? supportedMode(list.view, list) : TABLE);

/** Parses the address parameter `kind.by`; without it, how the list opens. */
export function readDisplayMode(text: string | undefined, list: CompiledList): DisplayMode {
  if (text === undefined) return openingMode(list);
  const [kind = '', by = ''] = text.split(/\.(.*)/s);
  return supportedMode({ kind, by }, list);
}
