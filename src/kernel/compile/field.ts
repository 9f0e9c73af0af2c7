import type { FieldNode } from '../../grammar/nodes.ts';
import { isFieldEditable, isFieldRequired, isFieldVisible, isLocked } from '../../rules/fields.ts';
import type { Situation } from '../../rules/situation.ts';
import { isBlank } from '../../domain/blank.ts';
import { hasCompanion } from '../check/form.ts';
import { CONDITION_KEYS } from '../check/expressionTexts.ts';
import { isEmptyValue } from '../expressions/coerce.ts';
import { readsIn } from '../expressions/expressions.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import type { CompiledField, Scope } from '../form.ts';
import { dependKeyOf, staticOptions, valueIn } from '../options.ts';
import type { Path } from '../../domain/problem/index.ts';
import type { Vocabulary } from '../registry.ts';
import { valueTypeOf } from '../types.ts';
import type { WidgetDefinition } from '../widget.ts';
import { compileCompute } from './compute.ts';
import { compileCondition, type Condition } from './conditions.ts';
import { initialValue } from './initial.ts';
import { compileNotBefore, type Other } from './notBefore.ts';
import { compileChecks } from './validate.ts';

/** Conditions of the containers and panes around a field: all must hold for it to be shown, and to be filled in. */
export interface Surroundings {
  visible: readonly Condition[];
  editable: readonly Condition[];
}

export const NOTHING_AROUND: Surroundings = { visible: [], editable: [] };

/** What a field is compiled with. */
export interface FieldContext {
  vocabulary: Vocabulary;
  types: ExpressionTypes;
  reader: (scope: Scope) => ReadName;
  around: Surroundings;
  /** Names of the form's fields, to tell what an expression depends on. */
  fieldKeys: ReadonlySet<string>;
  /** A field that this one is compared with. */
  otherOf: (key: string) => Other | undefined;
  path: Path;
  /** The relation beside it that fills it: while that points at a record, nobody types here. */
  filler?: string;
  /** Of a column: the names that are another value in each row. */
  own?: ReadonlySet<string>;
  /** Of a column: key of its sub-table. */
  table?: string;
}

/** Permission alone, by the rules of a field outside sub-tables or of a column. */
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

/** A tag that the vocabulary does not know never gets here: parse made it a placeholder. Kept harmless all the same. */
const unknownWidget = (tag: string): WidgetDefinition => ({ tag, kind: 'field', valueType: 'dyn' });

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

/** Rules and linkage of one field as closures; the situation is read when they are called (RP-008). */
export function compileField<N extends FieldNode>(
  node: N,
  permissions: Permissions,
  context: FieldContext,
): CompiledField<N> {
  const { vocabulary, types, reader, around, path, own = null } = context;
  const definition = vocabulary.definition(node.tag) ?? unknownWidget(node.tag);
  const visibleWhen = compileCondition(node.visibleWhen, types, reader, own);
  const editableWhen = compileCondition(node.editableWhen, types, reader, own);
  const requiredWhen = compileCondition(node.requiredWhen, types, reader, own);
  const valueType = valueTypeOf(node, vocabulary);
  const options = staticOptions(node);
  // options that stand in a text field restrict nothing that is typed
  const isChosen = definition.isFreeText !== true && ('__slot__' in node || 'staticJson' in node);
  const knownOptions = isChosen ? options : null;
  const check = compileChecks(node, definition, knownOptions);
  const depends = dependKeyOf(node);
  const tooEarly = compileNotBefore(node, context.otherOf);
  const isEmpty = definition.isEmpty ?? isEmptyValue;
  const { filler } = context;
  const isFilled = (scope: Scope): boolean => filler !== undefined && !isEmptyValue(valueIn(scope, filler));
  const isShown = (scope: Scope): boolean =>
    node.isHideField !== '1' &&
    permissions.mayRead(scope.situation) &&
    around.visible.every(({ holds }) => holds(scope)) &&
    (visibleWhen?.holds(scope) ?? true);
  const mayWrite = (scope: Scope): boolean =>
    permissions.mayWrite(scope) &&
    !isFilled(scope) &&
    around.editable.every(({ holds }) => holds(scope)) &&
    (editableWhen?.holds(scope) ?? true);
  const isRequired = (scope: Scope): boolean =>
    permissions.isRequired(scope.situation) || (requiredWhen?.holds(scope) ?? false);
  return {
    key: node.__vModel__,
    node,
    path,
    definition,
    dependencies: dependenciesOf(node, context),
    hasCompanion: hasCompanion(node, vocabulary),
    valueType,
    options,
    isEmpty,
    mayRead: permissions.mayRead,
    permits: permissions.mayWrite,
    linkage: [...around.visible, ...around.editable, visibleWhen, editableWhen].filter((one) => one !== undefined),
    mayWrite,
    access(scope) {
      const visible = isShown(scope);
      const editable = visible && mayWrite(scope);
      return { visible, editable, required: editable && isRequired(scope) };
    },
    compute: compileCompute(node, valueType, types, reader, own, {
      table: context.table ?? null,
      fieldKeys: context.fieldKeys,
    }),
    validate: (value, scope) => {
      const found = check(value, {
        isEmpty: isEmpty(value),
        isMissing:
          !isLocked(node) &&
          (isEmpty(value) || isBlank(value)) &&
          isShown(scope) &&
          mayWrite(scope) &&
          isRequired(scope),
        parent: depends === null ? undefined : valueIn(scope, depends),
      });
      return found.length > 0 ? found : tooEarly(value, scope);
    },
    // a default for whoever fills the field in is given when it can be filled in
    initial: (scope) =>
      node.defaultWhen === 'editable' && !mayWrite(scope)
        ? definition.emptyValue
        : initialValue(node, definition, scope),
  };
}
