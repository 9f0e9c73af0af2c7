import type { AnyNode, ListNode } from '../../grammar/nodes.ts';
import { checkExpression, type ExpressionTypes } from '../../expressions/index.ts';
import { isPeriodName } from '../../domain/periods.ts';
import { type Problem, problem, underPath, warning } from '../../domain/problem/index.ts';
import { walkNodes } from '../nodes.ts';
import { placeholderNames } from '../placeholders.ts';
import { checkRequests, type PathOf } from './references.ts';

const USER = { fields: { id: 'string', name: 'string', roles: 'list' } } as const;

/**
 * Names that the `visibleWhen` of a block may use: the user, the address parameters, the task node and the flow state.
 */
export const VISIBLE_WHEN_TYPES: ExpressionTypes = {
  user: USER,
  query: 'dyn',
  taskNode: 'string',
  flowState: 'string',
};

/**
 * Names that the `when` of a row action may use: the user, and `row`, the record with its fields, flwState and
 * createBy. `row` has no types here; `checkExternalNames` checks the names of its fields.
 */
export const ROW_ACTION_TYPES: ExpressionTypes = { user: USER, row: 'dyn' };

/**
 * Names that the `when` of an action may use, by the key of the action list. The `topActions` above the list belong to
 * no record, so they have no `row`.
 */
const TYPES_BY_ACTION_LIST = { topActions: { user: USER }, rowActions: ROW_ACTION_TYPES } as const satisfies Record<
  string,
  ExpressionTypes
>;

/** Key of the layout: the screen that surrounds all pages. */
const SHELL_SCREEN = 'platform/shell';

/**
 * Checks that a layout has an outlet, the place where the pages are shown. Without an outlet no page could be shown,
 * not even the page on which the layout can be repaired.
 */
function checkOutlet(screenKey: string, root: AnyNode, pathOf: PathOf): Problem[] {
  const nodes = [...walkNodes([root], ['root'])].map(({ node }) => node);
  const layout = nodes.find(({ tag }) => tag === 'shell') ?? (screenKey === SHELL_SCREEN ? root : undefined);
  return layout && !nodes.some(({ tag }) => tag === 'outlet')
    ? [problem('DOC_NO_OUTLET', pathOf(layout, 'children'))]
    : [];
}

type ListView = NonNullable<ListNode['views']>[number];

/**
 * Returns a Chinese text on a missing setting without which a view cannot use its display mode; null if none is
 * missing.
 */
function missingSettingOf({ kind, by }: Pick<ListView, 'kind' | 'by'>, list: ListNode): string | null {
  switch (kind) {
    case 'group':
    case 'board':
      return by || list.board ? null : `“${kind === 'board' ? '看板' : '分组表格'}”要写明按哪个字段`;
    case 'calendar':
      return by || list.calendar ? null : '“日历”要写明按哪个日期字段，或先设置日历';
    case 'gantt':
      return list.gantt ? null : '“甘特图”要先设置开始和结束日期';
    case 'gallery':
      return list.gallery ? null : '“画廊”要先设置图片字段';
    case 'map':
      return list.map ? null : '“地图”要先设置地区字段，或经度和纬度';
    default:
      return null;
  }
}

/** Returns a Chinese text on what is wrong with the fields of a map; null if nothing is wrong. */
function mapProblem({ area, longitude, latitude }: NonNullable<ListNode['map']>): string | null {
  if (longitude && !latitude) return '地图写了经度，没有写纬度';
  if (latitude && !longitude) return '地图写了纬度，没有写经度';
  if (area && longitude) return '地图的地区字段与经度、纬度只能写一种';
  return area || longitude ? null : '地图要写明地区字段，或经度和纬度';
}

/** Returns true if the value is a text without placeholders (`${name}`). Placeholders are filled in later. */
const isPlainText = (value: unknown): boolean => typeof value === 'string' && placeholderNames(value).length === 0;

/** Checks the initial view of a list, its predefined views and the fields of its map. */
function checkListViews(list: ListNode, pathOf: PathOf): Problem[] {
  const { view, views = [], map } = list;
  const mapDetail = map ? mapProblem(map) : null;
  const viewDetail = view ? missingSettingOf(view, list) : null;
  return [
    ...(viewDetail === null ? [] : [problem('DOC_LIST_VIEW', pathOf(list as AnyNode, 'view'), { detail: viewDetail })]),
    ...(mapDetail === null ? [] : [problem('DOC_LIST_VIEW', pathOf(list as AnyNode, 'map'), { detail: mapDetail })]),
    ...views.flatMap((listView, index): Problem[] => {
      const isRepeated = views.findIndex(({ name }) => name.trim() === listView.name.trim()) < index;
      const detail = isRepeated ? `有两个视图都叫“${listView.name}”` : missingSettingOf(listView, list);
      const path = [...pathOf(list as AnyNode, 'views'), index];
      return [
        ...(detail === null ? [] : [problem('DOC_LIST_VIEW', [...path, isRepeated ? 'name' : 'kind'], { detail })]),
        ...(listView.conditions ?? []).flatMap(({ op, value }, position) => {
          const isUnknownPeriod = !isPeriodName(value) && (op === 'within' || (op === 'range' && isPlainText(value)));
          if (!isUnknownPeriod) return [];
          // 'range' gets only a warning: published lists may have any text there, from before ranges could name periods
          const createProblem = op === 'within' ? problem : warning;
          return createProblem('DOC_PERIOD', [...path, 'conditions', position, 'value'], {
            detail: `没有名为“${String(value ?? '')}”的时间段，可用 thisMonth、last:30d 等`,
          });
        }),
      ];
    }),
  ];
}

/** Checks the expressions and requests of a screen's blocks, the views of its lists, and the outlet of a layout. */
export function checkScreen(screenKey: string, root: AnyNode, pathOf: PathOf): Problem[] {
  return [
    ...checkOutlet(screenKey, root, pathOf),
    ...[...walkNodes([root], ['root'])].flatMap(({ node }) => {
      const block = node as {
        visibleWhen?: string;
        topActions?: { when?: string }[];
        rowActions?: { when?: string }[];
      };
      const visibleWhenProblems = block.visibleWhen
        ? underPath(pathOf(node, 'visibleWhen'), checkExpression(block.visibleWhen, VISIBLE_WHEN_TYPES, 'bool'))
        : [];
      const actionProblems = (['topActions', 'rowActions'] as const).flatMap((list) =>
        (block[list] ?? []).flatMap((action, index) =>
          action.when
            ? underPath(
                [...pathOf(node, list), index, 'when'],
                checkExpression(action.when, TYPES_BY_ACTION_LIST[list], 'bool'),
              )
            : [],
        ),
      );
      const viewProblems = node.tag === 'list' ? checkListViews(node as ListNode, pathOf) : [];
      return [...visibleWhenProblems, ...actionProblems, ...viewProblems, ...checkRequests(node, pathOf)];
    }),
  ];
}
