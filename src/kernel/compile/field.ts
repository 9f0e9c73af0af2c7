import type { FieldNode } from '../../grammar/nodes.ts';
import { isFieldEditable, isFieldRequired, isFieldVisible, isLocked } from '../../rules/fields.ts';
import type { Situation } from '../../rules/situation.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { isBlank } from '../../domain/blank.ts';
import { isEmptyValue, readsIn, type ExpressionTypes, type ReadName } from '../../expressions/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { hasCompanion, CONDITION_KEYS } from '../check/form.ts';
import type { CompiledField, Scope } from '../form.ts';
import { dependKeyOf, staticOptions, valueIn } from '../options.ts';
import type { Vocabulary } from '../registry.ts';
import { valueTypeOf } from '../types.ts';
import type { WidgetDefinition } from '../widget.ts';
import type { RowFill } from '../relation.ts';
import { compileCompute, compileCondition, type Condition } from './closures.ts';
import { compileNotBefore, type ComparedField, compileChecks } from './validate.ts';
import { fillPlaceholders, placeholderValuesOf } from '../placeholders.ts';

/**
 * Conditions of the containers and panes around a field. The field is shown if all `visible` conditions hold. It is
 * editable if all `visible` and all `editable` conditions hold.
 */
export interface OuterConditions {
  visible: readonly Condition[];
  editable: readonly Condition[];
}

export const NO_OUTER_CONDITIONS: OuterConditions = { visible: [], editable: [] };

/** The context in which a field is compiled. */
export interface FieldContext {
  vocabulary: Vocabulary;
  types: ExpressionTypes;
  reader: (scope: Scope) => ReadName;
  outerConditions: OuterConditions;
  /** Keys of the form's fields, to find the fields on which an expression depends. */
  fieldKeys: ReadonlySet<string>;
  /** Returns the field with this key, with which a date is compared. */
  comparedFieldOf: (key: string) => ComparedField | undefined;
  path: Path;
  /** Key of the relation that fills this field: while the relation has a value, nobody may edit this field. */
  filler?: string;
  /** For a sub-table: the relation that fills its rows. */
  rowFill?: Omit<RowFill, 'texts'> | null;
  /** Whether the form has a process, so that its records begin as drafts. */
  hasProcess?: boolean;
  /** For a column: the names whose values differ between rows. */
  rowNames?: ReadonlySet<string>;
  /** For a column: key of its sub-table. */
  tableKey?: string;
}

/** Permissions by the rules, without linkage, of a field outside sub-tables or of a column. */
export interface Permissions {
  mayRead(situation: Situation): boolean;
  mayWrite(scope: Scope): boolean;
  isRequired(situation: Situation): boolean;
}

export const fieldPermissions = (node: FieldNode): Permissions => ({
  mayRead: (situation) => isFieldVisible(node, situation),
  mayWrite: ({ situation }) => isFieldEditable(node, situation),
  isRequired: (situation) => isFieldRequired(node, situation),
});

/**
 * Returns a field definition without validation, for a tag that the vocabulary does not know. Normally the importer has
 * replaced such a node by a placeholder.
 */
const unknownWidget = (tag: string): WidgetDefinition => ({ tag, kind: 'field', valueType: 'dyn' });

/** Returns the keys of the fields that the expressions of a node read. */
function dependenciesOf(node: FieldNode, { fieldKeys }: FieldContext): string[] {
  const texts = [...CONDITION_KEYS.map((key) => node[key]), node.computed].filter(
    (text) => text !== undefined && text !== '',
  );
  const keys = texts.flatMap((text) => {
    const { names, members } = readsIn(text as string);
    return [...names, ...members.filter(([root]) => root === 'form').map(([, member]) => member)];
  });
  return [...new Set(keys)].filter((key) => fieldKeys.has(key));
}

const asLabel = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Returns the stored value of a field, and the stored value of the field on which its options depend; null if nothing
 * is stored.
 */
function storedChoice(
  key: string,
  dependKey: string | null,
  tableKey: string | undefined,
  scope: Scope,
): { value: unknown; parent: unknown } | null {
  const row = tableKey === undefined ? undefined : scope.storedValues?.(tableKey, scope.rowId);
  const values = scope.storedValues?.();
  const storedFields = tableKey === undefined ? values : row;
  if (storedFields === undefined) return null;
  const parent = dependKey === null ? undefined : valueIn({ values: values ?? {}, ...(row ? { row } : {}) }, dependKey);
  return { value: storedFields[key], parent };
}

/** Compiles rules and linkage of one field into closures; the situation is read at each call (RP-008). */
export function compileField<N extends FieldNode>(
  node: N,
  permissions: Permissions,
  context: FieldContext,
): CompiledField<N> {
  const { vocabulary, types, reader, outerConditions, path, rowNames = null } = context;
  const definition = vocabulary.definition(node.tag) ?? unknownWidget(node.tag);
  const visibleWhen = compileCondition(node.visibleWhen, types, reader, rowNames);
  const editableWhen = compileCondition(node.editableWhen, types, reader, rowNames);
  const requiredWhen = compileCondition(node.requiredWhen, types, reader, rowNames);
  const valueType = valueTypeOf(node, vocabulary);
  const options = staticOptions(node);
  // options of a free-text field do not restrict the typed text
  const restrictsOptions = definition.isFreeText !== true && ('__slot__' in node || 'staticJson' in node);
  const knownOptions = restrictsOptions ? options : null;
  const check = compileChecks(node, definition, knownOptions);
  const dependKey = dependKeyOf(node);
  const checkNotBefore = compileNotBefore(node, context.comparedFieldOf);
  const isEmpty = definition.isEmpty ?? isEmptyValue;
  const { filler } = context;
  const key = node.__vModel__;
  const isFilled: CompiledField['isFilledByRelation'] =
    filler === undefined ? null : (scope) => !isEmptyValue(valueIn(scope, filler));
  const isShown = (scope: Scope): boolean =>
    node.isHideField !== '1' &&
    permissions.mayRead(scope.situation) &&
    outerConditions.visible.every(({ holds }) => holds(scope)) &&
    (visibleWhen?.holds(scope) ?? true);
  const mayWrite = (scope: Scope): boolean =>
    permissions.mayWrite(scope) &&
    !(isFilled?.(scope) ?? false) &&
    outerConditions.editable.every(({ holds }) => holds(scope)) &&
    (editableWhen?.holds(scope) ?? true);
  const isRequired = (scope: Scope): boolean =>
    permissions.isRequired(scope.situation) || (requiredWhen?.holds(scope) ?? false);
  return {
    key,
    node,
    path,
    definition,
    dependencies: dependenciesOf(node, context),
    hasCompanion: hasCompanion(node, vocabulary),
    valueType,
    options,
    isEmpty,
    mayRead: permissions.mayRead,
    hasWritePermission: permissions.mayWrite,
    linkage: [...outerConditions.visible, ...outerConditions.editable, visibleWhen, editableWhen].filter(
      (condition) => condition !== undefined,
    ),
    mayWrite,
    isFilledByRelation: isFilled,
    access(scope) {
      const visible = isShown(scope);
      const editable = visible && mayWrite(scope);
      return { visible, editable, required: editable && isRequired(scope) };
    },
    compute: compileCompute(node, valueType, types, reader, rowNames, {
      table: context.tableKey ?? null,
      fieldKeys: context.fieldKeys,
    }),
    validate: (value, scope) => {
      const problems = check(value, {
        isEmpty: isEmpty(value),
        isMissing:
          !isLocked(node) &&
          (isEmpty(value) || isBlank(value)) &&
          isShown(scope) &&
          mayWrite(scope) &&
          isRequired(scope),
        parent: dependKey === null ? undefined : valueIn(scope, dependKey),
        label: asLabel(valueIn(scope, companionKey(key))),
        stored: () => storedChoice(key, dependKey, context.tableKey, scope),
      });
      return problems.length > 0 ? problems : checkNotBefore(value, scope);
    },
    // with `defaultWhen: editable` the default is only given while the field is editable
    initial: (scope) =>
      node.defaultWhen === 'editable' && !mayWrite(scope)
        ? definition.emptyValue
        : initialValue(node, definition, scope),
  };
}

/**
 * FK-012, FK-013: returns the initial value of a field in a new record or row. Placeholders are filled from the user
 * and from the other values.
 */
function initialValue(node: FieldNode, definition: WidgetDefinition, { values, situation, row }: Scope): unknown {
  if ('serial' in node && node.serial) return definition.emptyValue;
  const widgetValue = definition.initialValue?.(node as never);
  if (widgetValue !== undefined) return widgetValue;
  if (node.defaultValue !== undefined)
    return fillPlaceholders(node.defaultValue as unknown, placeholderValuesOf(situation, { ...values, ...row }));
  return definition.emptyValue;
}
