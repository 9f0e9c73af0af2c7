import type { Path } from '../domain/problem/index.ts';
import {
  columnsOfEach,
  columnsOfTable,
  type CreateFrom,
  type Effect,
  type EffectRows,
  type EffectValues,
  type FormAction,
  type Reminder,
  THIS_RECORD,
  placeholdersIn,
} from '../effects/index.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import type { FormDefinition } from '../kernel/index.ts';
import { canonicalPaths, collectNodeReferences } from './collectNodeReferences.ts';
import {
  NO_NAME_CONTEXT,
  type NameContext,
  namesReadByExpression,
  type PrefixTargets,
  resolveFirstName,
} from './namesRead.ts';
import type { UnresolvedReference } from './reference.ts';

/**
 * The context in which the expressions of an effect, button, reminder or "create from" are read: the form's names
 * (`nameContext`) and the prefixes (`prefixTargets`) with which a path of names may begin. `positionText` is copied to
 * every reference.
 */
interface ReferenceScope {
  nameContext: NameContext;
  prefixTargets: PrefixTargets;
  positionText: string;
}

/**
 * Creates a reference to `name`. `path`: its location in the document. `overrides`: properties that differ from the
 * defaults; with `names` (a path of names) `name` has no effect.
 */
const createReference = (
  { positionText }: Pick<ReferenceScope, 'positionText'>,
  path: Path,
  kind: UnresolvedReference['kind'],
  name: string,
  overrides: Partial<UnresolvedReference> = {},
): UnresolvedReference => ({
  kind,
  names: [name],
  owner: '',
  table: '',
  use: 'named',
  path,
  positionText,
  ...overrides,
});

/** Returns the references to the fields that an expression reads. `path`: the location of the expression. */
const expressionReferences = (
  { nameContext, prefixTargets, positionText }: ReferenceScope,
  path: Path,
  text: string | undefined,
): UnresolvedReference[] =>
  text === undefined ? [] : namesReadByExpression(text, nameContext, { path, positionText }, prefixTargets);

/**
 * Returns the reference to the field at the end of `writtenPath` (`contract.project`, `row.device`). Returns none if it
 * is only a prefix, or if its first name does not refer to fields. `path`: the location of the reference in the
 * document.
 */
function pathReference(
  scope: ReferenceScope,
  path: Path,
  writtenPath: string,
  use: UnresolvedReference['use'],
): UnresolvedReference[] {
  const names = writtenPath.split('.');
  const [first = '', ...rest] = names;
  const prefixTarget = Object.hasOwn(scope.prefixTargets, first) ? scope.prefixTargets[first] : undefined;
  const hasPrefix = prefixTarget !== undefined || first === 'form';
  const steps = hasPrefix ? rest : names;
  if (prefixTarget === null || steps.length === 0) return [];
  const start = prefixTarget ?? resolveFirstName(scope.nameContext, steps);
  return start ? [createReference(scope, path, 'field', '', { names: steps, ...start, use })] : [];
}

/** Returns the references to the fields that the placeholders of a text read. */
const placeholderReferences = (scope: ReferenceScope, path: Path, text: string | undefined): UnresolvedReference[] =>
  placeholdersIn(text ?? '').flatMap((name) => pathReference(scope, path, name, 'read'));

/**
 * Returns the references to the fields (columns) that receive values, and to the fields that the expressions of these
 * values read. `values`: the expressions by the key of the receiving field. `target`: the form (`owner`) and sub-table
 * of the receiving fields; with `pathToFields`, they are in the form to which these relations lead from `owner`. Null:
 * the receiving fields are unknown, and only the expressions are searched.
 */
const valueReferences = (
  scope: ReferenceScope,
  path: Path,
  values: EffectValues | undefined,
  target: { owner: string; table: string; pathToFields?: readonly string[] } | null,
): UnresolvedReference[] =>
  Object.entries(values ?? {}).flatMap(([key, text]) => [
    ...(target
      ? [
          createReference(scope, [...path, key], 'field', '', {
            names: [...(target.pathToFields ?? []), key],
            owner: target.owner,
            table: target.table,
            use: 'filled',
          }),
        ]
      : []),
    ...expressionReferences(scope, [...path, key], text),
  ]);

/**
 * Returns the references in the key `rows` (`values`), which fills sub-tables of a created record with rows of another
 * record: the filled and the read sub-tables, the filled columns, and the fields that conditions and values read.
 * `target`: key of the form of the created record; `source`: key of the form of the other record.
 */
const rowReferences = (
  scope: ReferenceScope,
  path: Path,
  values: EffectRows | undefined,
  { target, source }: { target: string; source: string },
): UnresolvedReference[] =>
  Object.entries(values ?? {}).flatMap(([key, { each, when, fields }]) => {
    const tablePath = [...path, key];
    const rowScope: ReferenceScope = {
      ...scope,
      prefixTargets: { ...scope.prefixTargets, row: { owner: source, table: each } },
    };
    return [
      createReference(scope, tablePath, 'field', key, { owner: target, use: 'filled' }),
      createReference(scope, [...tablePath, 'each'], 'field', each, { owner: source, use: 'read' }),
      ...expressionReferences(rowScope, [...tablePath, 'when'], when),
      ...valueReferences(rowScope, [...tablePath, 'fields'], fields, { owner: target, table: key }),
    ];
  });

/**
 * Returns where the fields that `set` changes are: in this record, in the record or row under a prefix (`row`), or in
 * the record at the end of a path of relations. Null if the effect belongs to no form. `writtenPath`: the value of
 * `set`.
 */
function targetOfSet(
  { nameContext, prefixTargets }: ReferenceScope,
  writtenPath: string,
): { owner: string; table: string; pathToFields: string[] } | null {
  if (nameContext.formKey === null) return null;
  const ownRecord = { owner: nameContext.formKey, table: '' };
  const [first = '', ...rest] = writtenPath.split('.');
  const prefixTarget = Object.hasOwn(prefixTargets, first) ? prefixTargets[first] : undefined;
  if (writtenPath === THIS_RECORD) return { ...ownRecord, pathToFields: [] };
  if (prefixTarget) return { ...prefixTarget, pathToFields: rest };
  return { ...ownRecord, pathToFields: writtenPath.split('.') };
}

/**
 * Returns the references in a list of recipients: `role:…` names a role, `field:…` a field whose value is people. Other
 * recipients contain no name.
 */
const recipientReferences = (
  scope: ReferenceScope,
  path: Path,
  recipients: readonly string[] | undefined,
): UnresolvedReference[] =>
  (recipients ?? []).flatMap((recipient, index): UnresolvedReference[] => {
    const [kind, name = ''] = recipient.split(':', 2) as [string, string?];
    if (kind === 'role') return [createReference(scope, [...path, index], 'role', name)];
    return kind === 'field' ? pathReference(scope, [...path, index], name, 'read') : [];
  });

function reminderReferences(path: Path, reminder: Reminder, nameContext: NameContext): UnresolvedReference[] {
  const scope: ReferenceScope = {
    nameContext,
    positionText: `提醒“${reminder.label ?? reminder.key}”`,
    prefixTargets: {},
  };
  return [
    ...pathReference(scope, [...path, 'field'], reminder.field, 'asked'),
    ...expressionReferences(scope, [...path, 'when'], reminder.when),
    ...recipientReferences(scope, [...path, 'to'], reminder.to),
    ...placeholderReferences(scope, [...path, 'text'], reminder.text),
  ];
}

/**
 * Returns to what the prefix `row.` refers in an effect that runs once per item of `each`. If `each` is a relation to
 * several records: to the record with the relation, because only the key of the relation can follow `row.`
 * (`columnsOfEach`). Otherwise, also if `each` does not exist: to a row of the sub-table `each`. `owner`: key of the
 * form.
 */
const rowTarget = (owner: string, each: string, definition: FormDefinition): { owner: string; table: string } => ({
  owner,
  table: columnsOfTable(definition, each) || !columnsOfEach(definition, each) ? each : '',
});

function effectReferences(
  path: Path,
  effect: Effect,
  outerScope: ReferenceScope,
  definition: FormDefinition,
): UnresolvedReference[] {
  const ownFormKey = outerScope.nameContext.formKey ?? '';
  const scope: ReferenceScope =
    effect.each === undefined
      ? outerScope
      : {
          ...outerScope,
          prefixTargets: { ...outerScope.prefixTargets, row: rowTarget(ownFormKey, effect.each, definition) },
        };
  const createdForm = effect.create ?? effect.start;
  const createKey = effect.create === undefined ? 'start' : 'create';
  return [
    ...(effect.each === undefined
      ? []
      : [createReference(scope, [...path, 'each'], 'field', effect.each, { owner: ownFormKey, use: 'read' })]),
    ...(effect.node === undefined
      ? []
      : [createReference(scope, [...path, 'node'], 'node', effect.node, { owner: ownFormKey })]),
    ...(['when', 'require', 'to'] as const).flatMap((key) => expressionReferences(scope, [...path, key], effect[key])),
    ...(['message', 'text'] as const).flatMap((key) => placeholderReferences(scope, [...path, key], effect[key])),
    ...(['set', 'void', 'remove', 'merge', 'into'] as const).flatMap((key) =>
      effect[key] === undefined || effect[key] === THIS_RECORD
        ? []
        : pathReference(scope, [...path, key], effect[key], 'read'),
    ),
    ...(effect.set === undefined
      ? []
      : valueReferences(scope, [...path, 'fields'], effect.fields, targetOfSet(scope, effect.set))),
    ...(createdForm === undefined
      ? []
      : [
          createReference(scope, [...path, createKey], 'form', createdForm),
          ...valueReferences(scope, [...path, 'fields'], effect.fields, { owner: createdForm, table: '' }),
          ...rowReferences(scope, [...path, 'rows'], effect.rows, { target: createdForm, source: ownFormKey }),
        ]),
    ...(effect.link === undefined ? [] : pathReference(scope, [...path, 'link'], effect.link, 'filled')),
    ...recipientReferences(scope, [...path, 'notify'], effect.notify),
  ];
}

/** Returns the key of the form in an address (`/commonEntry/detail?formKey=contract`); null if it names no form. */
export const formInAddress = (address: string): string | null =>
  /[?&]formKey=([A-Za-z][\w-]*)/.exec(address)?.[1] ?? null;

function actionReferences(
  path: Path,
  action: FormAction,
  nameContext: NameContext,
  definition: FormDefinition,
): UnresolvedReference[] {
  const positionText = `按钮“${action.label}”`;
  const ownFormKey = nameContext.formKey ?? '';
  const scope: ReferenceScope = {
    nameContext,
    positionText,
    prefixTargets: { row: { owner: ownFormKey, table: '' }, dialog: null },
  };
  const openedForm = action.open === undefined ? null : formInAddress(action.open);
  const dialog = (action.dialog ?? []) as AnyNode[];
  return [
    ...expressionReferences(scope, [...path, 'when'], action.when),
    ...(['confirm', 'done', 'open'] as const).flatMap((key) =>
      placeholderReferences(scope, [...path, key], action[key]),
    ),
    ...(openedForm === null ? [] : [createReference(scope, [...path, 'open'], 'form', openedForm)]),
    ...(action.scan === undefined ? [] : pathReference(scope, [...path, 'scan'], action.scan, 'asked')),
    ...(action.roles ?? []).map((role, index) => createReference(scope, [...path, 'roles', index], 'role', role)),
    ...(action.nodes ?? []).map((node, index) =>
      createReference(scope, [...path, 'nodes', index], 'node', node, { owner: ownFormKey }),
    ),
    ...collectNodeReferences(dialog, NO_NAME_CONTEXT, canonicalPaths(dialog, [...path, 'dialog'])),
    ...(action.effects ?? []).flatMap((effect, index) =>
      effectReferences([...path, 'effects', index], effect, scope, definition),
    ),
  ];
}

function createFromReferences(path: Path, setting: CreateFrom, nameContext: NameContext): UnresolvedReference[] {
  const ownFormKey = nameContext.formKey ?? '';
  const scope: ReferenceScope = {
    nameContext: NO_NAME_CONTEXT,
    positionText: `由其他记录生成“${setting.label}”`,
    prefixTargets: { it: { owner: setting.from, table: '' } },
  };
  return [
    createReference(scope, [...path, 'from'], 'form', setting.from),
    createReference(scope, [...path, 'relation'], 'field', setting.relation, { owner: ownFormKey, use: 'filled' }),
    ...expressionReferences(scope, [...path, 'when'], setting.when),
    ...valueReferences(scope, [...path, 'fields'], setting.fields, { owner: ownFormKey, table: '' }),
    ...rowReferences(scope, [...path, 'rows'], setting.rows, { target: ownFormKey, source: setting.from }),
  ];
}

/** Collects every name that a form's effects, buttons, "create from" settings and reminders refer to. */
export const collectEffectReferences = (
  definition: FormDefinition,
  nameContext: NameContext,
): UnresolvedReference[] => {
  const { effects = [], actions = [], createFrom = [], reminders = [] } = definition;
  return [
    ...effects.flatMap((effect, index) =>
      effectReferences(
        ['effects', index],
        effect,
        { nameContext, positionText: `联动（第 ${index + 1} 条）`, prefixTargets: {} },
        definition,
      ),
    ),
    ...actions.flatMap((action, index) => actionReferences(['actions', index], action, nameContext, definition)),
    ...createFrom.flatMap((setting, index) => createFromReferences(['createFrom', index], setting, nameContext)),
    ...reminders.flatMap((reminder, index) => reminderReferences(['reminders', index], reminder, nameContext)),
  ];
};
