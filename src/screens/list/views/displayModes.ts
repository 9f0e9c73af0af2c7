import { fieldsOf } from '../../../relations/index.ts';
import { relationOf } from '../../../kernel/index.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { CalendarFields } from '../viewParts.ts';

export type DisplayKind = 'table' | 'cards' | 'board' | 'calendar' | 'tree' | 'group' | 'gantt' | 'gallery' | 'map';

/**
 * Display mode of a list. `by`: the field for the groups of a table, the lanes of a board or the days of a calendar;
 * the relation to the parent record in a tree; '' for other kinds.
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

/**
 * Returns the fields for the lanes of a board or the groups of a table: fields with few known values, and the flow
 * state.
 */
export const boardFields = (list: CompiledList): DisplayField[] =>
  list.columns
    .filter((column) => column.isLaneColumn || (column.system === 'flwState' && list.hasFlow))
    .map(toDisplayField);

/** Returns the fields for a calendar: the field of the document's calendar, date fields, and the creation time. */
export const calendarFields = (list: CompiledList): DisplayField[] => {
  const documentField = list.calendar && fieldsOf(list.form).get(list.calendar.start);
  const columns = list.columns.filter(
    (column) => column.isDayColumn || column.isPeriod || column.system === 'createTime',
  );
  return [
    ...(documentField
      ? [{ field: documentField.__vModel__, title: documentField.label ?? documentField.__vModel__ }]
      : []),
    ...columns.filter(({ field }) => field !== documentField?.__vModel__).map(toDisplayField),
  ];
};

/**
 * Returns the calendar for the field `by`: the document's calendar if it starts with this field, else a calendar of
 * this field alone; null without such a column.
 */
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

/** Returns the fields for a tree: relations to a single record of the same form. */
export const treeFields = ({ form }: CompiledList): DisplayField[] =>
  [...fieldsOf(form)].flatMap(([field, node]) => {
    const relation = relationOf(node);
    return relation && relation.to === form.formKey && !relation.isMultiple
      ? [{ field, title: node.label ?? field }]
      : [];
  });

const TABLE_MODE: DisplayMode = { kind: 'table', by: '' };

/**
 * Returns the mode if the list supports it; otherwise the table mode. Without `by`, uses the field that the document
 * states for this kind.
 */
export function supportedMode(
  { kind, by = '' }: { kind: string; by?: string | undefined },
  list: CompiledList,
): DisplayMode {
  const findMode = (fields: readonly DisplayField[], defaultField: string | undefined): DisplayMode => {
    const field = by === '' ? defaultField : by;
    return fields.some((item) => item.field === field) ? ({ kind, by: field } as DisplayMode) : TABLE_MODE;
  };
  switch (kind) {
    case 'cards':
      return { kind, by: '' };
    case 'gantt':
      return list.gantt ? { kind, by: '' } : TABLE_MODE;
    case 'gallery':
      return list.gallery === null ? TABLE_MODE : { kind, by: '' };
    case 'map':
      return list.map === null ? TABLE_MODE : { kind, by: '' };
    case 'group':
    case 'board':
      return findMode(boardFields(list), list.board?.by);
    case 'calendar':
      return findMode(calendarFields(list), list.calendar?.start);
    case 'tree':
      return findMode(treeFields(list), list.tree?.parent ?? treeFields(list)[0]?.field);
    default:
      return TABLE_MODE;
  }
}

/** Returns the display mode with which the document opens the list; the table mode if it states none. */
export const initialMode = (list: CompiledList): DisplayMode =>
  list.view ? supportedMode(list.view, list) : TABLE_MODE;

/** Parses the address parameter `kind.by`; without it, returns the mode with which the document opens the list. */
export function readDisplayMode(text: string | undefined, list: CompiledList): DisplayMode {
  if (text === undefined) return initialMode(list);
  const [kind = '', by = ''] = text.split(/\.(.*)/s);
  return supportedMode({ kind, by }, list);
}
