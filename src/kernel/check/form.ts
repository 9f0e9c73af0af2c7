import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import { checkExpression, type ExpressionTypes, type ValueType } from '../../expressions/index.ts';
import { type Problem, problem, underPath, warning } from '../../domain/problem/index.ts';
import { isFieldNode, panesOf, walkNodes, isTableNode } from '../nodes.ts';
import type { Vocabulary } from '../registry.ts';
import { fillersAmong } from '../relation.ts';
import { columnNodes, formTypesOf, valueTypeOf } from '../types.ts';
import { checkFormula } from './formula.ts';
import { orderComputed } from './order.ts';
import {
  checkCompanions,
  checkDependency,
  checkNotBefore,
  checkOptions,
  checkRequests,
  checkTable,
  checkWatched,
  type PathOf,
} from './references.ts';

/** LB-001…003: returns true if the widget also stores its display text. `isLabel: '0'` switches this off. */
export const hasCompanion = (node: FieldNode, vocabulary: Vocabulary): boolean =>
  vocabulary.definition(node.tag)?.hasCompanion === true && (!('isLabel' in node) || node.isLabel !== '0');

/**
 * Warns of required fields that nobody may edit and nothing fills: a record without their values cannot be submitted.
 * Only a warning, since the node rules of a step may make the field editable.
 */
function checkLocked(fields: readonly FieldNode[], pathOf: PathOf): Problem[] {
  const fillers = fillersAmong(fields);
  return fields
    .filter((field) => {
      const { required, readonly, disabled, defaultValue, computed, rollup, serial, openWatch } = field as Lockable;
      return (
        required === true &&
        (readonly === true || disabled === true) &&
        [defaultValue, computed, rollup, serial].every((value) => value === undefined || value === '') &&
        openWatch !== '1' &&
        !fillers.has(field.__vModel__)
      );
    })
    .map((field) => warning('DOC_LOCKED', pathOf(field, 'required'), { label: field.label || field.__vModel__ }));
}

/** The properties of a field that show whether a person or the system fills it; a tag has only some of them. */
interface Lockable {
  required?: unknown;
  readonly?: unknown;
  disabled?: unknown;
  defaultValue?: unknown;
  computed?: unknown;
  rollup?: unknown;
  serial?: unknown;
  openWatch?: unknown;
}

/**
 * Checks what the grammar of single nodes cannot express: expressions, which may read any field of the form, cycles of
 * computed fields, and references between nodes.
 */
export function checkForm(roots: readonly AnyNode[], vocabulary: Vocabulary, pathOf: PathOf): Problem[] {
  const nodes = [...walkNodes(roots)].map(({ node }) => node);
  const fields = nodes.filter(isFieldNode);
  const byKey = new Map(fields.map((field) => [field.__vModel__, field]));
  const types = formTypesOf(roots, vocabulary);
  const problems: Problem[] = [];
  const isDateIn =
    (fieldsByKey: ReadonlyMap<string, FieldNode>) =>
    (key: string): boolean =>
      vocabulary.definition(fieldsByKey.get(key)?.tag ?? '')?.dateFormat !== undefined;
  const checkNode = (node: AnyNode, names: ExpressionTypes): void => {
    const valueType = isFieldNode(node) ? valueTypeOf(node, vocabulary) : 'dyn';
    for (const { key, text, expected } of expressionTexts(node, valueType)) {
      const expressionProblems =
        key === 'computed' ? checkFormula(text, names, expected) : checkExpression(text, names, expected);
      problems.push(...underPath(pathOf(node, key), expressionProblems));
    }
    problems.push(...checkRequests(node, pathOf), ...checkOptions(node, pathOf));
  };
  for (const node of nodes) {
    checkNode(node, types.form);
    for (const pane of panesOf(node))
      problems.push(
        ...underPath(
          pathOf(pane, 'visibleWhen'),
          pane.visibleWhen ? checkExpression(pane.visibleWhen, types.form, 'bool') : [],
        ),
      );
    problems.push(...checkDependency(node, byKey, pathOf), ...checkNotBefore(node, isDateIn(byKey), pathOf));
    if (!isTableNode(node)) continue;
    const columns = columnNodes(node);
    const fieldsForColumns = new Map([...byKey, ...columns.map((column) => [column.__vModel__, column] as const)]);
    for (const column of columns)
      problems.push(
        ...checkDependency(column, fieldsForColumns, pathOf),
        ...checkNotBefore(column, isDateIn(fieldsForColumns), pathOf),
      );
    for (const column of columns)
      if ('serial' in column && column.serial)
        problems.push(
          problem('DOC_SHAPE', pathOf(column, 'serial'), {
            where: column.label ?? column.__vModel__,
            detail: '子表列不能自动编号',
          }),
        );
    for (const column of columns) checkNode(column, types.tables.get(node.__vModel__) ?? types.form);
    // one by one: `push(...list)` overflows the stack if the list has a hundred thousand items
    for (const tableProblem of [
      ...checkTable(node, new Set(byKey.keys()), pathOf),
      ...checkCompanions(columns, (column) => hasCompanion(column, vocabulary), pathOf),
      ...checkWatched(columns, pathOf),
    ])
      problems.push(tableProblem);
  }
  return [
    ...problems,
    ...checkLocked(fields, pathOf),
    ...checkWatched(fields, pathOf),
    ...checkCompanions(fields, (field) => hasCompanion(field, vocabulary), pathOf),
    ...orderComputed(byKey).cycles.map(({ names, members }) =>
      problem('DOC_EXPRESSION_CYCLE', pathOf(members[0] as FieldNode, 'computed'), { cycle: names.join(' → ') }),
    ),
  ];
}

/** Keys of a node whose value is a boolean expression. */
export const CONDITION_KEYS = ['visibleWhen', 'editableWhen', 'requiredWhen'] as const;
type ExpressionKey = (typeof CONDITION_KEYS)[number] | 'computed';

interface ExpressionText {
  key: ExpressionKey;
  text: string;
  expected: ValueType;
}

/** Returns the expressions of one node with the type that each must return. */
function expressionTexts(node: AnyNode, valueType: ValueType): ExpressionText[] {
  const texts = node as Partial<Record<ExpressionKey, string>>;
  const conditions = CONDITION_KEYS.map((key) => ({ key, text: texts[key] ?? '', expected: 'bool' as ValueType }));
  return [...conditions, { key: 'computed' as const, text: texts.computed ?? '', expected: valueType }].filter(
    ({ text }) => text !== '',
  );
}
