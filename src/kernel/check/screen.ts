import type { AnyNode } from '../../grammar/nodes.ts';
import { checkExpression } from '../expressions/expressions.ts';
import type { ExpressionTypes } from '../expressions/types.ts';
import { walkNodes } from '../nodes.ts';
import { type Problem, problem, underPath } from '../../domain/problem/index.ts';
import { checkRequests, type PlaceOf } from './references.ts';

const USER = { fields: { id: 'string', name: 'string', roles: 'list' } } as const;

/** Names in the `visibleWhen` of a block: who is looking, and the address. */
export const BLOCK_TYPES: ExpressionTypes = { user: USER, query: 'dyn', taskNode: 'string', flowState: 'string' };

/** Names in the `when` of a list's action: the record's fields with flwState and createBy (`checkNamed`), and who is looking. */
export const ACTION_TYPES: ExpressionTypes = { user: USER, row: 'dyn' };

/** A button above the list stands beside no record. */
const ACTION_LISTS = { topActions: { user: USER }, rowActions: ACTION_TYPES } as const satisfies Record<
  string,
  ExpressionTypes
>;

/** The screen that stands around all pages. */
const SHELL_SCREEN = 'platform/shell';

/** A layout without a place for its pages would leave nobody a way to mend it. */
function checkOutlet(screenKey: string, root: AnyNode, placeOf: PlaceOf): Problem[] {
  const nodes = [...walkNodes([root], ['root'])].map(({ node }) => node);
  const layout = nodes.find(({ tag }) => tag === 'shell') ?? (screenKey === SHELL_SCREEN ? root : undefined);
  return layout && !nodes.some(({ tag }) => tag === 'outlet')
    ? [problem('DOC_NO_OUTLET', placeOf(layout, 'children'))]
    : [];
}

/** Expressions and requests of a screen's blocks, and what a layout cannot do without. */
export function checkScreen(screenKey: string, root: AnyNode, placeOf: PlaceOf): Problem[] {
  return [
    ...checkOutlet(screenKey, root, placeOf),
    ...[...walkNodes([root], ['root'])].flatMap(({ node }) => {
      const block = node as {
        visibleWhen?: string;
        topActions?: { when?: string }[];
        rowActions?: { when?: string }[];
      };
      const when = block.visibleWhen
        ? underPath(placeOf(node, 'visibleWhen'), checkExpression(block.visibleWhen, BLOCK_TYPES, 'bool'))
        : [];
      const actions = (['topActions', 'rowActions'] as const).flatMap((list) =>
        (block[list] ?? []).flatMap((action, index) =>
          action.when
            ? underPath(
                [...placeOf(node, list), index, 'when'],
                checkExpression(action.when, ACTION_LISTS[list], 'bool'),
              )
            : [],
        ),
      );
      return [...when, ...actions, ...checkRequests(node, placeOf)];
    }),
  ];
}
