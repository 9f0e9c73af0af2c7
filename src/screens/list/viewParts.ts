import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import type { PlaceholderSource, Vocabulary } from '../../kernel/index.ts';
import { filledCondition } from '../shared/fixedConditions.ts';
import { filterOfField } from './filters.ts';

/** The fields of the calendar with the formats in which they store dates. */
export interface CalendarFields {
  start: string;
  /** Absent: each record takes one day, or the period that `start` holds. */
  end?: string;
  /** Whether `start` holds both ends of a period. */
  isPeriod: boolean;
  /** The field whose values are the rows of the week. */
  lanes?: FieldNode;
  opensWith: 'month' | 'week';
  startFormat?: string;
  endFormat?: string;
}

export type PreparedView = NonNullable<ListNode['views']>[number];
export type BoardMoves = NonNullable<ListNode['board']>;

/** What a list document says about its display modes. */
export interface ListViewParts {
  /** How the list opens; null: as a table. */
  view: NonNullable<ListNode['view']> | null;
  /** The views that the document prepares. */
  preparedViews: readonly PreparedView[];
  /** What moving a card to another lane of the board does; null: the document does not say. */
  board: BoardMoves | null;
  /** The relation to the record above, and the order of the records below one; null: the document does not say. */
  tree: NonNullable<ListNode['tree']> | null;
  /** Null: the document has no calendar of its own; date columns still offer one. */
  calendar: CalendarFields | null;
}

/** The format in which a date field stores its values. */
export function dateFormatOf(field: FieldNode | undefined, vocabulary: Vocabulary): { dateFormat?: string } {
  const dateFormat = field && vocabulary.definition(field.tag)?.dateFormat?.(field as never);
  return dateFormat === undefined ? {} : { dateFormat };
}

const isDate = (field: FieldNode, vocabulary: Vocabulary): boolean => {
  const { control } = filterOfField(field, vocabulary);
  return control.kind === 'date' && control.picker === 'date';
};

/** Whether a field holds a period: a first and a last day. */
export const isPeriodField = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  isDate(field, vocabulary) && vocabulary.definition(field.tag)?.comparedAs?.(field as never) === 'span';

/** Whether a field holds a single day. */
export const isDayField = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  isDate(field, vocabulary) && !isPeriodField(field, vocabulary);

/** The calendar of a list; null if its first date does not exist or is no date. */
function calendarOf(
  written: ListNode['calendar'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): CalendarFields | null {
  const [start, end, lanes] = [written?.start, written?.end, written?.lanes].map((key) => fields.get(key ?? ''));
  if (!start || !isDate(start, vocabulary)) return null;
  const isPeriod = isPeriodField(start, vocabulary);
  const hasEnd = !isPeriod && end !== undefined && isDayField(end, vocabulary);
  const { dateFormat: startFormat } = dateFormatOf(start, vocabulary);
  const { dateFormat: endFormat } = dateFormatOf(hasEnd ? end : undefined, vocabulary);
  return {
    start: start.__vModel__,
    isPeriod,
    opensWith: written?.range ?? 'month',
    ...(hasEnd ? { end: end.__vModel__ } : {}),
    ...(lanes ? { lanes } : {}),
    ...(startFormat ? { startFormat } : {}),
    ...(endFormat ? { endFormat } : {}),
  };
}

/** Compiles what a list document says about its display modes. Fields that do not exist are left out. */
export const compileViewParts = (
  { view, views = [], board, tree, calendar }: ListNode,
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): ListViewParts => ({
  view: view ?? null,
  preparedViews: views,
  board: board ?? null,
  tree: tree ?? null,
  calendar: calendarOf(calendar, fields, vocabulary),
});

/** Removes what shows or queries a field that the person may not see. */
export const visibleViewParts = (
  { view, preparedViews, board, tree, calendar }: ListViewParts,
  isVisible: (field: string) => boolean,
): ListViewParts => {
  const { lanes, ...days } = calendar ?? {};
  return {
    view,
    preparedViews: preparedViews.filter(({ conditions = [], sort }) =>
      [...conditions, ...(sort ? [sort] : [])].every(({ field }) => isVisible(field)),
    ),
    board: board && isVisible(board.by) ? board : null,
    tree: tree && [tree.parent, tree.order ?? tree.parent].every(isVisible) ? tree : null,
    calendar:
      calendar && [calendar.start, calendar.end ?? calendar.start].every(isVisible)
        ? { ...(days as CalendarFields), ...(lanes && isVisible(lanes.__vModel__) ? { lanes } : {}) }
        : null,
  };
};

/** The prepared views with the placeholders of their conditions filled. */
export const filledViews = (views: readonly PreparedView[], source: PlaceholderSource): PreparedView[] =>
  views.map(({ conditions, ...view }) => ({
    ...view,
    ...(conditions ? { conditions: conditions.map((condition) => filledCondition(condition, source)) } : {}),
  }));
