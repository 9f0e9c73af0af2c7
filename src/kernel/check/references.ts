import type { AnyNode, FieldNode, NodeByTag } from '../../grammar/nodes.ts';
import { isOperator } from '../../rules/conditions.ts';
import { keyConditions } from '../../rules/buttons.ts';
import { topEventOf } from '../../rules/topButtons.ts';
import { isLocked } from '../../rules/fields.ts';
import { isInternalPath } from '../../domain/internalPath.ts';
import { type Path, type Problem, problem, warning } from '../../domain/problem/index.ts';
import { isOperationColumn } from '../nodes.ts';
import { notBeforeOf } from '../compile/validate.ts';
import { dependKeyOf, staticOptions } from '../options.ts';
import type { Option } from '../widget.ts';
import { canRepeatRequest, defaultRowSource, pickerRowSource, recordListSource } from '../rowSourceConfig.ts';
import { columnNodes } from '../types.ts';

/** Returns the path of a node's key in the source document. */
export type PathOf = (node: object, key: string) => Path;

const REQUEST_KEYS = ['resourseApi', 'watchApiUrl', 'defaultTbDataResourceApi', 'outsideResourceApi'] as const;

/**
 * RD-001: checks that a document only requests paths of this system. For the check, placeholders are replaced by a
 * harmless text; their values are encoded when they are filled in.
 */
export function checkRequests(node: AnyNode, pathOf: PathOf): Problem[] {
  const urls = node as Partial<Record<(typeof REQUEST_KEYS)[number], string>>;
  return REQUEST_KEYS.flatMap((key) => {
    const url = urls[key];
    return url !== undefined && !isInternalPath(url.replace(/\$\{[^}]*\}/g, 'x'))
      ? [problem('DOC_REQUEST', pathOf(node, key), { url })]
      : [];
  });
}

/** Checks that the field on which the options depend exists and is not the field itself. */
export function checkDependency(node: AnyNode, keys: ReadonlyMap<string, unknown>, pathOf: PathOf): Problem[] {
  const key = dependKeyOf(node);
  const { __vModel__: ownKey, label } = node as { __vModel__?: string; label?: string };
  if (key === null) return [];
  if (key === ownKey)
    return [problem('DOC_SHAPE', pathOf(node, 'dependKey'), { where: label || ownKey, detail: '选项不能依赖本字段' })];
  return keys.has(key) ? [] : [problem('DOC_REFERENCE', pathOf(node, 'dependKey'), { kind: '字段', name: key })];
}

/**
 * Warns of two options of one list with the same stored value: a record does not show which one was selected. Does not
 * check options that depend on another field, because there the same value may occur for several values of that field.
 */
export function checkOptions(node: AnyNode, pathOf: PathOf): Problem[] {
  if (dependKeyOf(node) !== null) return [];
  const { __vModel__: ownKey, label, __slot__ } = node as { __vModel__?: string; label?: string; __slot__?: unknown };
  const repeatedValuesIn = (options: readonly Option[]): string[] => {
    const values = new Set<string>();
    const repeated = new Set<string>();
    for (const { value } of options) {
      const text = String(value);
      if (values.has(text)) repeated.add(text);
      else values.add(text);
    }
    return [...repeated, ...options.flatMap(({ children }) => (children ? repeatedValuesIn(children) : []))];
  };
  return repeatedValuesIn(staticOptions(node) ?? []).map((value) =>
    warning('DOC_SAME_OPTION', pathOf(node, __slot__ === undefined ? 'staticJson' : '__slot__'), {
      label: label || (ownKey ?? ''),
      value,
    }),
  );
}

/** Checks that `notBefore` names a date field other than the field itself. */
export function checkNotBefore(node: AnyNode, isDate: (key: string) => boolean, pathOf: PathOf): Problem[] {
  const key = notBeforeOf(node);
  if (key === null) return [];
  const { __vModel__: ownKey, label } = node as { __vModel__?: string; label?: string };
  if (key === ownKey)
    return [
      problem('DOC_SHAPE', pathOf(node, 'notBefore'), { where: label || ownKey, detail: '日期不能与本字段比较' }),
    ];
  return isDate(key) ? [] : [problem('DOC_REFERENCE', pathOf(node, 'notBefore'), { kind: '日期字段', name: key })];
}

/**
 * OP-005…007: checks the conditions of buttons: each operator must be known (error), and each key must be a column
 * (warning).
 */
function checkOperations(operations: NodeByTag['opColumn'], columns: ReadonlySet<string>, pathOf: PathOf): Problem[] {
  const itemsPath = pathOf(operations, 'items');
  return operations.items.flatMap((button, index) =>
    keyConditions(button).flatMap(({ key, operator }) => [
      ...(isOperator(operator)
        ? []
        : [problem('DOC_CONDITION', [...itemsPath, index, 'keyConditionExp'], { operator })]),
      ...(columns.has(key)
        ? []
        : [warning('DOC_REFERENCE', [...itemsPath, index, 'keyCondition'], { kind: '列', name: key })]),
    ]),
  );
}

/**
 * Checks that the names in a sub-table exist: columns in conditions, owners and requests, the field on which its
 * default rows depend. Checks the events of its buttons. OD-057: warns of read-only columns that a request fills if the
 * server cannot repeat the request, because the server then rejects the filled values.
 */
export function checkTable(table: NodeByTag['subTable'], keys: ReadonlySet<string>, pathOf: PathOf): Problem[] {
  const columns = new Set(columnNodes(table).map((column) => column.__vModel__));
  const problems: Problem[] = [];
  for (const child of table.children as AnyNode[]) {
    if (!isOperationColumn(child)) continue;
    for (const buttonProblem of checkOperations(child, columns, pathOf)) problems.push(buttonProblem);
  }
  for (const column of columnNodes(table)) {
    const owner = column.openCurrentUserCtr === '1' ? column.currentUserValue : undefined;
    if (owner !== undefined && !columns.has(owner))
      problems.push(problem('DOC_REFERENCE', pathOf(column, 'currentUserValue'), { kind: '列', name: owner }));
  }
  (table.topOpBtns ?? []).forEach(({ eventType }, index) => {
    if (topEventOf(eventType) === null)
      problems.push(warning('DOC_EVENT', [...pathOf(table, 'topOpBtns'), index, 'eventType'], { event: eventType }));
  });
  for (const mapKey of ['defaultTbDataApiDataHashInfo', 'outsideApiDataHashInfo'] as const) {
    for (const key of Object.keys(table[mapKey] ?? {})) {
      const isKnown = columns.has(key) || (key.endsWith('Label') && columns.has(key.slice(0, -'Label'.length)));
      if (!isKnown) problems.push(warning('DOC_REFERENCE', [...pathOf(table, mapKey), key], { kind: '列', name: key }));
    }
  }
  for (const [source, mapKey] of [
    [pickerRowSource(table), 'outsideApiDataHashInfo'],
    [defaultRowSource(table), 'defaultTbDataApiDataHashInfo'],
  ] as const) {
    if (source === null || recordListSource(source) !== null) continue;
    for (const column of columnNodes(table)) {
      const isFilledReadOnly =
        Object.hasOwn(source.names, column.__vModel__) && (isLocked(column) || column.flowEditable === '0');
      if (isFilledReadOnly)
        problems.push(
          warning('DOC_SOURCE', [...pathOf(table, mapKey), column.__vModel__], {
            label: column.label || column.__vModel__,
          }),
        );
    }
  }
  // default rows depend on a single field, so a list of keys such as `a,b` is reported as an unknown field (SC-013)
  const dependencyKey = table.defaultTbDataDependKey ?? '';
  if (dependencyKey.trim() !== '' && !keys.has(dependencyKey))
    problems.push(
      problem('DOC_REFERENCE', pathOf(table, 'defaultTbDataDependKey'), { kind: '字段', name: dependencyKey }),
    );
  return problems;
}

/**
 * OD-057: warns of read-only fields that a call fills, if the server cannot repeat the call. The server can repeat only
 * calls that read form records or the list of people; it rejects values that it cannot verify. `fields`: fields of the
 * form, or columns of one sub-table.
 */
export function checkWatched(fields: readonly FieldNode[], pathOf: PathOf): Problem[] {
  const byKey = new Map(fields.map((field) => [field.__vModel__, field]));
  return fields.flatMap((node) => {
    if (node.openWatch !== '1' || !node.watchApiUrl) return [];
    const call = { url: node.watchApiUrl, method: node.watchApiMethod ?? 'GET', params: node.watchApiParams ?? {} };
    if (canRepeatRequest(call)) return [];
    return Object.keys(node.watchApiHash ?? {}).flatMap((key) => {
      const filledField = byKey.get(key);
      return filledField && (isLocked(filledField) || filledField.flowEditable === '0')
        ? [warning('DOC_SOURCE', [...pathOf(node, 'watchApiHash'), key], { label: filledField.label || key })]
        : [];
    });
  });
}

/** LB-001…003: checks that no field has the key `xLabel`, under which the display text of field `x` is stored. */
export function checkCompanions(
  nodes: readonly FieldNode[],
  hasCompanion: (node: FieldNode) => boolean,
  pathOf: PathOf,
): Problem[] {
  const nodesByKey = new Map(nodes.map((node) => [node.__vModel__, node]));
  return nodes.filter(hasCompanion).flatMap((node) => {
    const labelField = nodesByKey.get(`${node.__vModel__}Label`);
    return labelField
      ? [
          problem('DOC_SHAPE', pathOf(labelField, '__vModel__'), {
            where: labelField.__vModel__,
            detail: `此键用于保存“${node.label ?? node.__vModel__}”的显示文字，请改用别的键`,
          }),
        ]
      : [];
  });
}
