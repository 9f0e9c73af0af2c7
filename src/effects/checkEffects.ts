import { type Path, type Problem, problem, underPath, warning } from '../domain/problem/index.ts';
import type { FieldNode } from '../grammar/nodes.ts';
import { type FormDefinition, isTableNode, relationOf, valueTypeOf } from '../kernel/index.ts';
import { fieldsOf, type RelationContext } from '../relations/index.ts';
import type { ValueType } from '../expressions/index.ts';
import {
  columnsOfEach,
  columnsOfTable,
  CREATED_PREFIX,
  type CreateFrom,
  dialogFields,
  type Effect,
  type EffectRows,
  type EffectValues,
  formAtPath,
  type FormAction,
  buttonLocationsOf,
  THIS_RECORD,
  verbsOf,
} from './effect.ts';
import {
  resolveNamePath,
  type EffectNames,
  placeholdersIn,
  directField,
  recordPrefixFields,
  rowPrefixFields,
  parseEffectExpression,
} from './effectExpression.ts';
import { createdRecordsPrefix, creatingEffects } from './createdRecords.ts';
import { checkLoops } from './checkLoops.ts';

const effectProblem = (path: Path, detail: string): Problem => problem('DOC_EFFECT', path, { detail });
const missingReference = (path: Path, kind: string, name: string): Problem =>
  problem('DOC_REFERENCE', path, { kind, name });

const checkCel = (path: Path, text: string | undefined, names: EffectNames, expected: ValueType = 'dyn'): Problem[] =>
  text === undefined ? [] : underPath(path, parseEffectExpression(text, names, expected).problems);

/**
 * Checks the placeholders of a text that is shown to people: each must name a field, a field reached by relations, or
 * the display text of a field (`${contractLabel}`).
 */
export function checkPlaceholders(path: Path, text: string | undefined, names: EffectNames): Problem[] {
  return placeholdersIn(text ?? '')
    .filter(
      (name) =>
        !resolveNamePath(name, names) && !directField(name, names) && !directField(name.replace(/Label$/, ''), names),
    )
    .map((name) => problem('DOC_EXPRESSION_NAME', path, { name }));
}

/**
 * Checks a `text` that is just the name of a field, or `id`, and is written to the relation `target`. If its value is
 * no id of a record of the relation's form, returns the label of the field or, for `id`, the name of the form.
 * Otherwise, and for any other `text` or `target`, returns null.
 */
function relationMismatch(target: FieldNode, text: string, names: EffectNames): string | null {
  const targetFormKey = relationOf(target)?.to;
  if (targetFormKey === undefined) return null;
  const writtenName = text.trim();
  if (writtenName === 'id' && names.definition)
    return names.definition.formKey === targetFormKey ? null : names.definition.formName;
  const source = directField(writtenName, names)?.node ?? resolveNamePath(writtenName, names)?.end.node ?? null;
  if (!source) return null;
  const sourceRelation = relationOf(source);
  return sourceRelation?.to === targetFormKey ? null : source.label || source.__vModel__;
}

/** Returns true if the system computes the field's value, so that no effect may set it. */
const isComputed = (node: FieldNode): boolean => Boolean(node.computed) || 'rollup' in node;

/** Checks the expressions whose values an effect writes; `fields`: the fields or columns that it may write. */
function checkValues(
  path: Path,
  values: EffectValues,
  fields: ReadonlyMap<string, FieldNode>,
  formName: string,
  names: EffectNames,
): Problem[] {
  return Object.entries(values).flatMap(([key, text]): Problem[] => {
    const valuePath = [...path, key];
    const node = fields.get(key);
    if (!node) return [missingReference(valuePath, `“${formName}”的字段`, key)];
    const label = node.label || key;
    if (isTableNode(node)) return [effectProblem(valuePath, `“${label}”是子表，请用 rows 逐行生成`)];
    if (isComputed(node)) return [effectProblem(valuePath, `“${label}”由系统计算，不能赋值`)];
    const type = valueTypeOf(node, names.vocabulary);
    const expressionProblems = checkCel(valuePath, text, names, type === 'list' || relationOf(node) ? 'dyn' : type);
    if (expressionProblems.length > 0) return expressionProblems;
    const wrongSource = relationMismatch(node, text, names);
    return wrongSource === null
      ? []
      : [effectProblem(valuePath, `“${label}”指向“${relationOf(node)?.to}”的记录，不能用“${wrongSource}”赋值`)];
  });
}

/** Checks the rows that an effect creates in sub-tables of `target` from rows of sub-tables of `source`. */
function checkRows(
  path: Path,
  rows: EffectRows | undefined,
  target: FormDefinition,
  source: FormDefinition,
  names: EffectNames,
): Problem[] {
  return Object.entries(rows ?? {}).flatMap(([key, { each, when, fields }]): Problem[] => {
    const valuePath = [...path, key];
    const columns = columnsOfTable(target, key);
    const sourceColumns = columnsOfTable(source, each);
    if (!columns) return [missingReference(valuePath, `“${target.formName}”的子表`, key)];
    if (!sourceColumns) return [missingReference([...valuePath, 'each'], `“${source.formName}”的子表`, each)];
    const rowNames: EffectNames = { ...names, prefixes: { ...names.prefixes, row: rowPrefixFields(sourceColumns) } };
    return [
      ...checkCel([...valuePath, 'when'], when, rowNames, 'bool'),
      ...checkValues([...valuePath, 'fields'], fields, columns, target.formName, rowNames),
    ];
  });
}

/** Returns the labels of required fields to which neither the effect nor the definition of the form gives a value. */
function unfilledRequiredFields(target: FormDefinition, assignedKeys: ReadonlySet<string>): string[] {
  const fields = [...fieldsOf(target).values()];
  const keysFilledByRelations = new Set(
    fields
      .filter((node) => assignedKeys.has(node.__vModel__))
      .flatMap((node) => Object.keys(relationOf(node)?.fill ?? {})),
  );
  return fields
    .filter((node) => {
      const { required, defaultValue, isToday, serial } = node as FieldNode & Record<string, unknown>;
      const isAssigned = assignedKeys.has(node.__vModel__) || keysFilledByRelations.has(node.__vModel__);
      const hasDefault = (defaultValue ?? '') !== '' || isToday === '1' || serial !== undefined;
      return required === true && !isAssigned && !hasDefault && !isComputed(node);
    })
    .map((node) => node.label || node.__vModel__);
}

interface EffectContext {
  /**
   * The names that the effect's expressions may use: for an event those of the record; for a button also `row` and
   * `dialog`.
   */
  names: EffectNames;
  /** True for an effect of a button (`actions`); false for an effect of an event. */
  isAction: boolean;
}

/**
 * Warns of a value that is computed from the written field itself (`settled + sum`): `sum` would be added again each
 * time the node is passed or returned.
 */
const checkSelfReferences = (path: Path, { on, set, fields }: Effect): Problem[] =>
  (on !== 'passed' && on !== 'returned') || set === undefined
    ? []
    : Object.entries(fields ?? {}).flatMap(([key, text]) => {
        const targetPath = set === THIS_RECORD ? key : `${set}.${key}`;
        const isRead = text.split(/[^\w.$]+/).includes(targetPath);
        return isRead
          ? [
              warning('DOC_EFFECT', [...path, 'fields', key], {
                detail: `取值用到“${targetPath}”本身：再次通过或退回时会重复计算，累计请用汇总字段`,
              }),
            ]
          : [];
      });

function checkCreate(
  path: Path,
  effect: Effect,
  verb: 'create' | 'start',
  ownForm: FormDefinition,
  names: EffectNames,
): Problem[] {
  const key = effect[verb] ?? '';
  const target = names.formOf(key);
  if (!target) return [missingReference([...path, verb], '已发布表单', key)];
  if (verb === 'start' && !target.flowKey)
    return [effectProblem([...path, verb], `“${target.formName}”没有审批流程，不能发起`)];
  const assignedKeys = new Set([...Object.keys(effect.fields ?? {}), ...Object.keys(effect.rows ?? {})]);
  // in a form with a process, `create` makes a draft, whose required fields may be empty; `start` submits the record
  const unfilledLabels = target.flowKey && verb === 'create' ? [] : unfilledRequiredFields(target, assignedKeys);
  return [
    ...checkValues([...path, 'fields'], effect.fields ?? {}, fieldsOf(target), target.formName, names),
    ...checkRows([...path, 'rows'], effect.rows, target, ownForm, names),
    ...(unfilledLabels.length > 0
      ? [
          warning('DOC_EFFECT', path, {
            detail: `“${target.formName}”的必填字段没有赋值：${unfilledLabels.join('、')}`,
          }),
        ]
      : []),
  ];
}

function checkLink(
  path: Path,
  { link = '', to }: Effect,
  ownForm: FormDefinition,
  names: EffectNames,
  targetOf: (writtenName: string) => FormDefinition | null,
): Problem[] {
  const parts = link.split('.');
  const field = parts.at(-1) ?? '';
  const formWithField = parts.length === 1 ? ownForm : targetOf(parts.slice(0, -1).join('.'));
  const node = formWithField && fieldsOf(formWithField).get(field);
  if (!node || !relationOf(node)) return [missingReference([...path, 'link'], '关联字段', link)];
  if (to === undefined) return [effectProblem(path, 'link 要写 to：加进去的记录 id')];
  const wrongSource = relationMismatch(node, to, names);
  return [
    ...checkCel([...path, 'to'], to, names),
    ...(wrongSource === null
      ? []
      : [effectProblem([...path, 'to'], `“${link}”指向“${relationOf(node)?.to}”的记录，不能用“${wrongSource}”`)]),
  ];
}

/** Checks the recipients that are written as `field:<key>`: such a field must hold people. */
export function checkRecipients(path: Path, recipients: readonly string[], names: EffectNames): Problem[] {
  return recipients.flatMap((recipient, index): Problem[] => {
    const field = recipient.startsWith('field:') ? recipient.slice('field:'.length) : null;
    if (field === null) return [];
    const node = directField(field, names)?.node ?? resolveNamePath(field, names)?.end.node ?? null;
    return node && names.vocabulary.definition(node.tag)?.references?.to === 'user'
      ? []
      : [missingReference([...path, index], '人员字段', field)];
  });
}

function checkNotify(path: Path, { notify, text }: Effect, names: EffectNames): Problem[] {
  const recipientProblems = checkRecipients([...path, 'notify'], notify ?? [], names);
  return text === undefined
    ? [...recipientProblems, effectProblem(path, 'notify 要写 text：通知的内容')]
    : recipientProblems;
}

function checkEffect(
  path: Path,
  effect: Effect,
  ownForm: FormDefinition,
  { names: outerNames, isAction }: EffectContext,
): Problem[] {
  const verbs = verbsOf(effect);
  const [verb] = verbs;
  if (verbs.length !== 1 || verb === undefined)
    return [effectProblem(path, `恰好写一个动作，这里${verbs.length === 0 ? '没有写' : `写了 ${verbs.join('、')}`}`)];
  if (isAction === (effect.on !== undefined))
    return [effectProblem(path, isAction ? '按钮中的联动不写 on' : '要写 on：在什么事件时做')];
  if ((effect.on === 'time') !== (effect.every !== undefined))
    return [
      effectProblem(path, effect.on === 'time' ? '到时的联动要写 every：何时执行' : 'every 只用于 on 为 time 的联动'),
    ];
  if (effect.on === 'passed' && effect.node === undefined)
    return [effectProblem(path, '节点通过时的联动要写 node：哪个任务节点')];
  const isOfNode = effect.on === 'passed' || effect.on === 'returned';
  if (!isOfNode && effect.node !== undefined) return [effectProblem(path, 'node 只用于 on 为 passed、returned 的联动')];
  if (isOfNode && !ownForm.flowKey) return [effectProblem([...path, 'on'], '没有审批流程的表单没有任务节点')];
  const columns = effect.each === undefined ? null : columnsOfEach(ownForm, effect.each);
  if (effect.each !== undefined && !columns)
    return [missingReference([...path, 'each'], '子表或可多选的关联字段', effect.each)];
  const createdRecords = isAction ? null : createdRecordsPrefix(creatingEffects(ownForm, effect.each));
  const names: EffectNames = {
    ...outerNames,
    prefixes: {
      ...outerNames.prefixes,
      ...(columns ? { row: rowPrefixFields(columns) } : {}),
      ...(createdRecords ? { [CREATED_PREFIX]: createdRecords } : {}),
    },
  };
  const row = names.prefixes['row']?.fields ?? null;
  const commonProblems = [
    ...checkCel([...path, 'when'], effect.when, names, 'bool'),
    ...checkPlaceholders([...path, 'message'], effect.message, names),
    ...checkPlaceholders([...path, 'text'], effect.text, names),
    ...checkSelfReferences(path, effect),
    ...(effect.into !== undefined && effect.merge === undefined
      ? [effectProblem([...path, 'into'], 'into 只用于 merge')]
      : []),
  ];
  const dialog = names.prefixes['dialog']?.fields ?? null;
  // in an effect of a button, `row` is the record itself; with `each` it is the row of the current run
  const targetOf = (writtenName: string): FormDefinition | null =>
    writtenName === THIS_RECORD || (isAction && writtenName === 'row' && !columns)
      ? ownForm
      : formAtPath(writtenName, ownForm, row, names.formOf, dialog, createdRecords?.fields ?? null);
  const checkWithTarget = (check: (target: FormDefinition) => Problem[]): Problem[] => {
    const writtenName = String(effect[verb]);
    const target = targetOf(writtenName);
    return target ? check(target) : [missingReference([...path, verb], '关联', writtenName)];
  };
  switch (verb) {
    case 'require':
      return [
        ...commonProblems,
        ...checkCel([...path, 'require'], effect.require, names, 'bool'),
        ...(effect.message === undefined ? [effectProblem(path, 'require 要写 message：不成立时告诉办理人什么')] : []),
      ];
    case 'set':
      return [
        ...commonProblems,
        ...checkWithTarget((target) => [
          ...checkValues([...path, 'fields'], effect.fields ?? {}, fieldsOf(target), target.formName, names),
          ...(Object.keys(effect.fields ?? {}).length === 0
            ? [effectProblem(path, 'set 要写 fields：改哪些字段')]
            : []),
        ]),
      ];
    case 'create':
    case 'start':
      return [...commonProblems, ...checkCreate(path, effect, verb, ownForm, names)];
    case 'link':
      return [...commonProblems, ...checkLink(path, effect, ownForm, names, targetOf)];
    case 'void':
    case 'remove':
      return [...commonProblems, ...checkWithTarget(() => [])];
    case 'merge':
      return [
        ...commonProblems,
        ...checkWithTarget((target) => {
          const mergeTarget = targetOf(effect.into ?? THIS_RECORD);
          if (!mergeTarget) return [missingReference([...path, 'into'], '关联', effect.into ?? THIS_RECORD)];
          return mergeTarget.formKey === target.formKey
            ? []
            : [effectProblem([...path, 'into'], `“${target.formName}”的记录不能合并到“${mergeTarget.formName}”`)];
        }),
      ];
    case 'notify':
      return [...commonProblems, ...checkNotify(path, effect, names)];
  }
}

function checkAction(path: Path, action: FormAction, ownForm: FormDefinition, context: RelationContext): Problem[] {
  const row = recordPrefixFields(ownForm);
  // the condition of a button is evaluated before its dialog is filled in
  const namesBeforeDialog: EffectNames = { definition: ownForm, prefixes: { row }, ...context };
  const prefixes: EffectNames['prefixes'] = {
    row,
    ...(action.dialog ? { dialog: rowPrefixFields(dialogFields(action)) } : {}),
  };
  const names: EffectNames = { definition: ownForm, prefixes, ...context };
  const { scan } = action;
  return [
    ...checkCel([...path, 'when'], action.when, namesBeforeDialog, 'bool'),
    ...checkPlaceholders([...path, 'confirm'], action.confirm, namesBeforeDialog),
    ...checkPlaceholders([...path, 'done'], action.done, names),
    ...checkPlaceholders([...path, 'open'], action.open, names),
    ...(scan !== undefined && !fieldsOf(ownForm).has(scan) ? [missingReference([...path, 'scan'], '字段', scan)] : []),
    ...(scan !== undefined &&
    !buttonLocationsOf(action).some((location) => location === 'row' || location === 'selection')
      ? [effectProblem([...path, 'scan'], '扫码的按钮要放在列表行（row）或所选行（selection）')]
      : []),
    ...(action.effects ?? []).flatMap((effect, index) =>
      checkEffect([...path, 'effects', index], effect, ownForm, { names, isAction: true }),
    ),
    ...((action.effects ?? []).length === 0 && action.open === undefined
      ? [effectProblem(path, '按钮要写 effects（做什么）或 open（打开什么）')]
      : []),
    ...(buttonLocationsOf(action).includes('task') && !ownForm.flowKey
      ? [effectProblem([...path, 'at'], '没有审批流程的表单没有待办')]
      : []),
  ];
}

function checkCreateFrom(path: Path, rule: CreateFrom, ownForm: FormDefinition, context: RelationContext): Problem[] {
  const source = context.formOf(rule.from);
  if (!source) return [missingReference([...path, 'from'], '已发布表单', rule.from)];
  const node = fieldsOf(ownForm).get(rule.relation);
  const names: EffectNames = { definition: null, prefixes: { it: recordPrefixFields(source) }, ...context };
  return [
    ...((node ? relationOf(node) : null)?.to === rule.from
      ? []
      : [effectProblem([...path, 'relation'], `“${rule.relation}”应是指向“${source.formName}”的关联字段`)]),
    ...checkCel([...path, 'when'], rule.when, names, 'bool'),
    ...checkValues([...path, 'fields'], rule.fields ?? {}, fieldsOf(ownForm), ownForm.formName, names),
    ...checkRows([...path, 'rows'], rule.rows, ownForm, source, names),
  ];
}

/**
 * Checks the effects, buttons and "create from" settings of a form: missing forms, fields and relations, expressions of
 * a wrong type, and effects that trigger each other endlessly.
 */
export function checkEffects(definition: FormDefinition, context: RelationContext): Problem[] {
  const names: EffectNames = { definition, prefixes: {}, ...context };
  const { effects = [], actions = [], createFrom = [] } = definition;
  const keys = new Set<string>();
  const repeatedKeyProblems = actions.flatMap(({ key }, index) => {
    const isRepeated = keys.has(key);
    keys.add(key);
    return isRepeated ? [effectProblem(['actions', index, 'key'], `按钮的键“${key}”重复`)] : [];
  });
  const problems = [
    ...effects.flatMap((effect, index) =>
      checkEffect(['effects', index], effect, definition, { names, isAction: false }),
    ),
    ...repeatedKeyProblems,
    ...actions.flatMap((action, index) => checkAction(['actions', index], action, definition, context)),
    ...createFrom.flatMap((rule, index) => checkCreateFrom(['createFrom', index], rule, definition, context)),
  ];
  return [...problems, ...checkLoops(definition, context)];
}
