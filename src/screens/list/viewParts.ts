import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import { holdsContent, type PlaceholderValues, type Vocabulary } from '../../kernel/index.ts';
import { fillCondition } from '../shared/fixedConditions.ts';
import { filterOfField } from './filters.ts';

/** Keys of the fields that a calendar shows, and the formats in which their dates are stored. */
export interface CalendarFields {
  start: string;
  /** Absent: each record takes one day, or the period in `start`. */
  end?: string;
  /** True when `start` contains both ends of a period. */
  isPeriod: boolean;
  /** The field by which the week view groups the records: one row for each value. */
  lanes?: FieldNode;
  opensWith: 'month' | 'week';
  startFormat?: string;
  endFormat?: string;
}

/** How a map locates the records: in areas, by a field that names the area; or at points, by two number fields. */
export type MapFields =
  | { kind: 'areas'; area: string; title: string }
  | { kind: 'points'; longitude: string; latitude: string };

export type DocumentView = NonNullable<ListNode['views']>[number];
export type BoardConfig = NonNullable<ListNode['board']>;

/** The display modes of a list document. */
export interface ListViewParts {
  /** Initial display mode; null: a table. */
  view: NonNullable<ListNode['view']> | null;
  /** The views that the document defines. */
  documentViews: readonly DocumentView[];
  /** Effect of moving a card to another lane of the board; null: not defined in the document. */
  board: BoardConfig | null;
  /** The relation to the parent record, and the order of the child records; null: not defined in the document. */
  tree: NonNullable<ListNode['tree']> | null;
  /** Null: the document defines no valid calendar; the user can still show any date column in a calendar. */
  calendar: CalendarFields | null;
  /** Null: the list has no map. */
  map: MapFields | null;
}

/** Returns the stored format of a date field. */
export function dateFormatOf(field: FieldNode | undefined, vocabulary: Vocabulary): { dateFormat?: string } {
  const dateFormat = field && vocabulary.definition(field.tag)?.dateFormat?.(field as never);
  return dateFormat === undefined ? {} : { dateFormat };
}

const isDayOrPeriodField = (field: FieldNode, vocabulary: Vocabulary): boolean => {
  const { control } = filterOfField(field, vocabulary);
  return control.kind === 'date' && control.picker === 'date';
};

/** Returns true if a field contains a period: a first and a last day. */
export const isPeriodField = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  isDayOrPeriodField(field, vocabulary) && vocabulary.definition(field.tag)?.comparedAs?.(field as never) === 'span';

/** Returns true if a field contains a single day. */
export const isDayField = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  isDayOrPeriodField(field, vocabulary) && !isPeriodField(field, vocabulary);

/** Returns the calendar of a list; null if its start field is not set, does not exist or is not a date or period. */
function calendarOf(
  spec: ListNode['calendar'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): CalendarFields | null {
  const [start, end, lanes] = [spec?.start, spec?.end, spec?.lanes].map((key) => fields.get(key ?? ''));
  if (!start || !isDayOrPeriodField(start, vocabulary)) return null;
  const isPeriod = isPeriodField(start, vocabulary);
  const hasEnd = !isPeriod && end !== undefined && isDayField(end, vocabulary);
  const { dateFormat: startFormat } = dateFormatOf(start, vocabulary);
  const { dateFormat: endFormat } = dateFormatOf(hasEnd ? end : undefined, vocabulary);
  return {
    start: start.__vModel__,
    isPeriod,
    opensWith: spec?.range ?? 'month',
    ...(hasEnd ? { end: end.__vModel__ } : {}),
    ...(lanes ? { lanes } : {}),
    ...(startFormat ? { startFormat } : {}),
    ...(endFormat ? { endFormat } : {}),
  };
}

/** Returns the map of a list; null if its fields do not exist or do not contain areas or numbers. */
function mapOf(
  spec: ListNode['map'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): MapFields | null {
  const [area, longitude, latitude] = [spec?.area, spec?.longitude, spec?.latitude].map((key) => fields.get(key ?? ''));
  if (area && holdsContent(area, 'area', vocabulary))
    return { kind: 'areas', area: area.__vModel__, title: area.label ?? area.__vModel__ };
  const isNumber = (field: FieldNode): boolean => holdsContent(field, 'number', vocabulary);
  return longitude && latitude && isNumber(longitude) && isNumber(latitude)
    ? { kind: 'points', longitude: longitude.__vModel__, latitude: latitude.__vModel__ }
    : null;
}

/** Compiles the display modes of a list document. A calendar or map whose fields do not exist is left out. */
export const compileViewParts = (
  { view, views = [], board, tree, calendar, map }: ListNode,
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): ListViewParts => ({
  view: view ?? null,
  documentViews: views,
  board: board ?? null,
  tree: tree ?? null,
  calendar: calendarOf(calendar, fields, vocabulary),
  map: mapOf(map, fields, vocabulary),
});

/**
 * Removes the display modes and the views of the document that use a field that the person may not see. If only the
 * `lanes` of the calendar are hidden, the calendar remains without them.
 */
export const visibleViewParts = (
  { view, documentViews, board, tree, calendar, map }: ListViewParts,
  isVisible: (field: string) => boolean,
): ListViewParts => {
  const { lanes, ...dateFields } = calendar ?? {};
  return {
    view,
    documentViews: documentViews.filter(({ conditions = [], sort }) =>
      [...conditions, ...(sort ? [sort] : [])].every(({ field }) => isVisible(field)),
    ),
    board: board && isVisible(board.by) ? board : null,
    tree: tree && [tree.parent, tree.order ?? tree.parent].every(isVisible) ? tree : null,
    calendar:
      calendar && [calendar.start, calendar.end ?? calendar.start].every(isVisible)
        ? { ...(dateFields as CalendarFields), ...(lanes && isVisible(lanes.__vModel__) ? { lanes } : {}) }
        : null,
    map: map && (map.kind === 'areas' ? [map.area] : [map.longitude, map.latitude]).every(isVisible) ? map : null,
  };
};

/** Returns the views of the document with filled placeholders in their conditions. */
export const fillViews = (views: readonly DocumentView[], source: PlaceholderValues): DocumentView[] =>
  views.map(({ conditions, ...view }) => ({
    ...view,
    ...(conditions ? { conditions: conditions.map((condition) => fillCondition(condition, source)) } : {}),
  }));
