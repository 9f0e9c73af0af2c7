import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import {
  fillPlaceholders,
  holdsArea,
  holdsNumber,
  type PlaceholderSource,
  type Vocabulary,
} from '../../kernel/index.ts';
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

/** Where the records of a map stand: in the areas that a field names, or at points. */
export type MapFields =
  | { kind: 'areas'; area: string; title: string }
  | { kind: 'points'; longitude: string; latitude: string };

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
  /** Null: the list has no map. */
  map: MapFields | null;
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

/** The map of a list; null if its fields do not exist or hold no areas or numbers. */
function mapOf(
  written: ListNode['map'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): MapFields | null {
  const [area, longitude, latitude] = [written?.area, written?.longitude, written?.latitude].map((key) =>
    fields.get(key ?? ''),
  );
  if (area && holdsArea(area, vocabulary))
    return { kind: 'areas', area: area.__vModel__, title: area.label ?? area.__vModel__ };
  return longitude && latitude && holdsNumber(longitude, vocabulary) && holdsNumber(latitude, vocabulary)
    ? { kind: 'points', longitude: longitude.__vModel__, latitude: latitude.__vModel__ }
    : null;
}

/** Compiles what a list document says about its display modes. Fields that do not exist are left out. */
export const compileViewParts = (
  { view, views = [], board, tree, calendar, map }: ListNode,
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): ListViewParts => ({
  view: view ?? null,
  preparedViews: views,
  board: board ?? null,
  tree: tree ?? null,
  calendar: calendarOf(calendar, fields, vocabulary),
  map: mapOf(map, fields, vocabulary),
});

/** Removes what shows or queries a field that the person may not see. */
export const visibleViewParts = (
  { view, preparedViews, board, tree, calendar, map }: ListViewParts,
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
    map: map && (map.kind === 'areas' ? [map.area] : [map.longitude, map.latitude]).every(isVisible) ? map : null,
  };
};

const hasNoValue = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/**
 * A condition with its placeholders filled. If all of them have no value (a person without a department), it selects
 * the records whose field is empty: the server would ignore a condition without a value and return all records.
 */
export function filledCondition<C extends { op?: string; value?: unknown }>(
  condition: C,
  source: PlaceholderSource,
): C {
  const filled = fillPlaceholders(condition.value, source);
  const value = Array.isArray(filled) ? filled.filter((item) => item !== null) : filled;
  return hasNoValue(value) && !hasNoValue(condition.value)
    ? { ...condition, op: 'empty', value: null }
    : { ...condition, value };
}

/** The prepared views with the placeholders of their conditions filled. */
export const filledViews = (views: readonly PreparedView[], source: PlaceholderSource): PreparedView[] =>
  views.map(({ conditions, ...view }) => ({
    ...view,
    ...(conditions ? { conditions: conditions.map((condition) => filledCondition(condition, source)) } : {}),
  }));
