import { type Path, type Problem, problem, underPath, warning } from '../../domain/problem/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import {
  columnsOfEach,
  columnsOfTable,
  type CreateFrom,
  dialogFields,
  type Effect,
  type EffectRows,
  type EffectValues,
  formAtEnd,
  type FormAction,
  placesOf,
  THIS,
  verbsOf,
} from '../effects/effect.ts';
import {
  endOfNames,
  type EffectNames,
  placesIn,
  plainField,
  recordGroup,
  rowGroup,
  scopedText,
} from '../effects/scopedText.ts';
import { MADE, madeGroup, makersFor } from '../effects/made.ts';
import type { FormDefinition } from '../form.ts';
import { isTableNode } from '../nodes.ts';
import { relationOf } from '../relation.ts';
import { fieldsOf } from '../relationPath.ts';
import { valueTypeOf } from '../types.ts';
import type { ValueType } from '../widget.ts';
import { checkLoops } from './effectLoops.ts';
import type { RelationContext } from './relations.ts';

const wrong = (path: Path, detail: string): Problem => problem('DOC_EFFECT', path, { detail });
const missing = (path: Path, kind: string, name: string): Problem => problem('DOC_REFERENCE', path, { kind, name });

const checkText = (path: Path, text: string | undefined, names: EffectNames, expected: ValueType = 'dyn'): Problem[] =>
  text === undefined ? [] : underPath(path, scopedText(text, names, expected).problems);

/** Places of a text for people: fields, and fields behind relations; `${contractLabel}` is the text beside a field. */
export function checkPlaces(path: Path, text: string | undefined, names: EffectNames): Problem[] {
  return placesIn(text ?? '')
    .filter(
      (name) => !endOfNames(name, names) && !plainField(name, names) && !plainField(name.replace(/Label$/, ''), names),
    )
    .map((name) => problem('DOC_EXPRESSION_NAME', path, { name }));
}

/** A relation may be given the id of a record of its own form only, as far as the expression says what it is. */
function relationMismatch(target: FieldNode, text: string, names: EffectNames): string | null {
  const to = relationOf(target)?.to;
  if (to === undefined) return null;
  const written = text.trim();
  if (written === 'id' && names.definition) return names.definition.formKey === to ? null : names.definition.formName;
  const source = plainField(written, names)?.node ?? endOfNames(written, names)?.end.node ?? null;
  if (!source) return null;
  const given = relationOf(source);
  return given?.to === to ? null : source.label || source.__vModel__;
}

const isKept = (node: FieldNode): boolean => Boolean(node.computed) || 'rollup' in node;

function checkValues(
  path: Path,
  values: EffectValues,
  fields: ReadonlyMap<string, FieldNode>,
  formName: string,
  names: EffectNames,
): Problem[] {
  return Object.entries(values).flatMap(([key, text]): Problem[] => {
    const at = [...path, key];
    const node = fields.get(key);
    if (!node) return [missing(at, `“${formName}”的字段`, key)];
    const label = node.label || key;
    if (isTableNode(node)) return [wrong(at, `“${label}”是子表，请用 rows 逐行生成`)];
    if (isKept(node)) return [wrong(at, `“${label}”由系统计算，不能赋值`)];
    const type = valueTypeOf(node, names.vocabulary);
    const found = checkText(at, text, names, type === 'list' || relationOf(node) ? 'dyn' : type);
    if (found.length > 0) return found;
    const other = relationMismatch(node, text, names);
    return other === null ? [] : [wrong(at, `“${label}”指向“${relationOf(node)?.to}”的记录，不能用“${other}”赋值`)];
  });
}

function checkRows(
  path: Path,
  rows: EffectRows | undefined,
  target: FormDefinition,
  source: FormDefinition,
  names: EffectNames,
): Problem[] {
  return Object.entries(rows ?? {}).flatMap(([key, { each, when, fields }]): Problem[] => {
    const at = [...path, key];
    const columns = columnsOfTable(target, key);
    const from = columnsOfTable(source, each);
    if (!columns) return [missing(at, `“${target.formName}”的子表`, key)];
    if (!from) return [missing([...at, 'each'], `“${source.formName}”的子表`, each)];
    const inside: EffectNames = { ...names, groups: { ...names.groups, row: rowGroup(from) } };
    return [
      ...checkText([...at, 'when'], when, inside, 'bool'),
      ...checkValues([...at, 'fields'], fields, columns, target.formName, inside),
    ];
  });
}

/** Fields without which a new record of a form is refused, that nothing gives a value. */
function unfilled(target: FormDefinition, given: ReadonlySet<string>): string[] {
  const fields = [...fieldsOf(target).values()];
  const filled = new Set(
    fields.filter((node) => given.has(node.__vModel__)).flatMap((node) => Object.keys(relationOf(node)?.fill ?? {})),
  );
  return fields
    .filter((node) => {
      const { required, defaultValue, isToday, serial } = node as FieldNode & Record<string, unknown>;
      const isGiven = given.has(node.__vModel__) || filled.has(node.__vModel__);
      const hasDefault = (defaultValue ?? '') !== '' || isToday === '1' || serial !== undefined;
      return required === true && !isGiven && !hasDefault && !isKept(node);
    })
    .map((node) => node.label || node.__vModel__);
}

interface Place {
  /** Of an event: its names are those of the record alone; of a button, `row` and `dialog` too. */
  names: EffectNames;
  isAction: boolean;
}

/** A value made of itself (`settled + sum`) would add up once more each time the node is passed or sends back again. */
const checkRepeats = (path: Path, { on, set, fields }: Effect): Problem[] =>
  (on !== 'passed' && on !== 'returned') || set === undefined
    ? []
    : Object.entries(fields ?? {}).flatMap(([key, text]) => {
        const own = set === THIS ? key : `${set}.${key}`;
        const isRead = text.split(/[^\w.$]+/).includes(own);
        return isRead
          ? [
              warning('DOC_EFFECT', [...path, 'fields', key], {
                detail: `取值用到“${own}”本身：再次通过或退回时会重复计算，累计请用汇总字段`,
              }),
            ]
          : [];
      });

function checkCreate(
  path: Path,
  effect: Effect,
  verb: 'create' | 'start',
  own: FormDefinition,
  names: EffectNames,
): Problem[] {
  const key = effect[verb] ?? '';
  const target = names.formOf(key);
  if (!target) return [missing([...path, verb], '已发布表单', key)];
  if (verb === 'start' && !target.flowKey)
    return [wrong([...path, verb], `“${target.formName}”没有审批流程，不能发起`)];
  const given = new Set([...Object.keys(effect.fields ?? {}), ...Object.keys(effect.rows ?? {})]);
  const empty = target.flowKey && verb === 'create' ? [] : unfilled(target, given);
  return [
    ...checkValues([...path, 'fields'], effect.fields ?? {}, fieldsOf(target), target.formName, names),
    ...checkRows([...path, 'rows'], effect.rows, target, own, names),
    ...(empty.length > 0
      ? [warning('DOC_EFFECT', path, { detail: `“${target.formName}”的必填字段没有赋值：${empty.join('、')}` })]
      : []),
  ];
}

function checkLink(path: Path, { link = '', to }: Effect, own: FormDefinition, names: EffectNames): Problem[] {
  const parts = link.split('.');
  const field = parts.at(-1) ?? '';
  const holder =
    parts.length === 1
      ? own
      : formAtEnd(parts.slice(0, -1).join('.'), own, names.groups['row']?.fields ?? null, names.formOf);
  const node = holder && fieldsOf(holder).get(field);
  if (!node || !relationOf(node)) return [missing([...path, 'link'], '关联字段', link)];
  if (to === undefined) return [wrong(path, 'link 要写 to：加进去的记录 id')];
  const other = relationMismatch(node, to, names);
  return [
    ...checkText([...path, 'to'], to, names),
    ...(other === null
      ? []
      : [wrong([...path, 'to'], `“${link}”指向“${relationOf(node)?.to}”的记录，不能用“${other}”`)]),
  ];
}

/** Recipients given as `field:<key>`: each must be a field that holds people. */
export function checkPeople(path: Path, people: readonly string[], names: EffectNames): Problem[] {
  return people.flatMap((one, index): Problem[] => {
    const field = one.startsWith('field:') ? one.slice('field:'.length) : null;
    if (field === null) return [];
    const node = plainField(field, names)?.node ?? endOfNames(field, names)?.end.node ?? null;
    return node && names.vocabulary.definition(node.tag)?.references?.to === 'user'
      ? []
      : [missing([...path, index], '人员字段', field)];
  });
}

function checkNotify(path: Path, { notify, text }: Effect, names: EffectNames): Problem[] {
  const to = checkPeople([...path, 'notify'], notify ?? [], names);
  return text === undefined ? [...to, wrong(path, 'notify 要写 text：通知的内容')] : to;
}

function checkEffect(path: Path, effect: Effect, own: FormDefinition, { names: around, isAction }: Place): Problem[] {
  const verbs = verbsOf(effect);
  const [verb] = verbs;
  if (verbs.length !== 1 || verb === undefined)
    return [wrong(path, `恰好写一个动作，这里${verbs.length === 0 ? '没有写' : `写了 ${verbs.join('、')}`}`)];
  if (isAction === (effect.on !== undefined))
    return [wrong(path, isAction ? '按钮中的联动不写 on' : '要写 on：在什么事件时做')];
  if ((effect.on === 'time') !== (effect.every !== undefined))
    return [wrong(path, effect.on === 'time' ? '到时的联动要写 every：何时执行' : 'every 只用于 on 为 time 的联动')];
  if (effect.on === 'passed' && effect.node === undefined)
    return [wrong(path, '节点通过时的联动要写 node：哪个任务节点')];
  const isOfNode = effect.on === 'passed' || effect.on === 'returned';
  if (!isOfNode && effect.node !== undefined) return [wrong(path, 'node 只用于 on 为 passed、returned 的联动')];
  if (isOfNode && !own.flowKey) return [wrong([...path, 'on'], '没有审批流程的表单没有任务节点')];
  const columns = effect.each === undefined ? null : columnsOfEach(own, effect.each);
  if (effect.each !== undefined && !columns) return [missing([...path, 'each'], '子表或可多选的关联字段', effect.each)];
  const made = isAction ? null : madeGroup(makersFor(own, effect.each));
  const names: EffectNames = {
    ...around,
    groups: { ...around.groups, ...(columns ? { row: rowGroup(columns) } : {}), ...(made ? { [MADE]: made } : {}) },
  };
  const row = names.groups['row']?.fields ?? null;
  const common = [
    ...checkText([...path, 'when'], effect.when, names, 'bool'),
    ...checkPlaces([...path, 'message'], effect.message, names),
    ...checkPlaces([...path, 'text'], effect.text, names),
    ...checkRepeats(path, effect),
    ...(effect.into !== undefined && effect.merge === undefined ? [wrong([...path, 'into'], 'into 只用于 merge')] : []),
  ];
  const dialog = names.groups['dialog']?.fields ?? null;
  const targetOf = (written: string): FormDefinition | null =>
    written === THIS || (isAction && written === 'row' && !columns)
      ? own
      : formAtEnd(written, own, row, names.formOf, dialog);
  const ofTarget = (check: (target: FormDefinition) => Problem[]): Problem[] => {
    const written = String(effect[verb]);
    const target = targetOf(written);
    return target ? check(target) : [missing([...path, verb], '关联', written)];
  };
  switch (verb) {
    case 'require':
      return [
        ...common,
        ...checkText([...path, 'require'], effect.require, names, 'bool'),
        ...(effect.message === undefined ? [wrong(path, 'require 要写 message：不成立时告诉办理人什么')] : []),
      ];
    case 'set':
      return [
        ...common,
        ...ofTarget((target) => [
          ...checkValues([...path, 'fields'], effect.fields ?? {}, fieldsOf(target), target.formName, names),
          ...(Object.keys(effect.fields ?? {}).length === 0 ? [wrong(path, 'set 要写 fields：改哪些字段')] : []),
        ]),
      ];
    case 'create':
    case 'start':
      return [...common, ...checkCreate(path, effect, verb, own, names)];
    case 'link':
      return [...common, ...checkLink(path, effect, own, names)];
    case 'void':
    case 'remove':
      return [...common, ...ofTarget(() => [])];
    case 'merge':
      return [
        ...common,
        ...ofTarget((target) => {
          const into = targetOf(effect.into ?? THIS);
          if (!into) return [missing([...path, 'into'], '关联', effect.into ?? THIS)];
          return into.formKey === target.formKey
            ? []
            : [wrong([...path, 'into'], `“${target.formName}”的记录不能合并到“${into.formName}”`)];
        }),
      ];
    case 'notify':
      return [...common, ...checkNotify(path, effect, names)];
  }
}

function checkAction(path: Path, action: FormAction, own: FormDefinition, context: RelationContext): Problem[] {
  const names: EffectNames = {
    definition: own,
    groups: { row: recordGroup(own), ...(action.dialog ? { dialog: rowGroup(dialogFields(action)) } : {}) },
    ...context,
  };
  // what shows a button is known before its dialog is filled in
  const before: EffectNames = { definition: own, groups: { row: recordGroup(own) }, ...context };
  const { scan } = action;
  return [
    ...checkText([...path, 'when'], action.when, before, 'bool'),
    ...checkPlaces([...path, 'confirm'], action.confirm, before),
    ...checkPlaces([...path, 'done'], action.done, names),
    ...checkPlaces([...path, 'open'], action.open, names),
    ...(scan !== undefined && !fieldsOf(own).has(scan) ? [missing([...path, 'scan'], '字段', scan)] : []),
    ...(action.effects ?? []).flatMap((effect, index) =>
      checkEffect([...path, 'effects', index], effect, own, { names, isAction: true }),
    ),
    ...((action.effects ?? []).length === 0 && action.open === undefined
      ? [wrong(path, '按钮要写 effects（做什么）或 open（打开什么）')]
      : []),
    ...(placesOf(action).includes('task') && !own.flowKey
      ? [wrong([...path, 'at'], '没有审批流程的表单没有待办')]
      : []),
  ];
}

function checkCreateFrom(path: Path, from: CreateFrom, own: FormDefinition, context: RelationContext): Problem[] {
  const source = context.formOf(from.from);
  if (!source) return [missing([...path, 'from'], '已发布表单', from.from)];
  const node = fieldsOf(own).get(from.relation);
  const names: EffectNames = { definition: null, groups: { it: recordGroup(source) }, ...context };
  return [
    ...((node ? relationOf(node) : null)?.to === from.from
      ? []
      : [wrong([...path, 'relation'], `“${from.relation}”应是指向“${source.formName}”的关联字段`)]),
    ...checkText([...path, 'when'], from.when, names, 'bool'),
    ...checkValues([...path, 'fields'], from.fields ?? {}, fieldsOf(own), own.formName, names),
    ...checkRows([...path, 'rows'], from.rows, own, source, names),
  ];
}

/**
 * What is wrong with the effects, buttons and "create from" of a form: forms, fields and relations that are not there,
 * expressions of the wrong type, effects that set each other off without end.
 */
export function checkEffects(definition: FormDefinition, context: RelationContext): Problem[] {
  const names: EffectNames = { definition, groups: {}, ...context };
  const { effects = [], actions = [], createFrom = [] } = definition;
  const keys = new Set<string>();
  const repeated = actions.flatMap(({ key }, index) => {
    const isRepeated = keys.has(key);
    keys.add(key);
    return isRepeated ? [wrong(['actions', index, 'key'], `按钮的键“${key}”重复`)] : [];
  });
  const own = [
    ...effects.flatMap((effect, index) =>
      checkEffect(['effects', index], effect, definition, { names, isAction: false }),
    ),
    ...repeated,
    ...actions.flatMap((action, index) => checkAction(['actions', index], action, definition, context)),
    ...createFrom.flatMap((from, index) => checkCreateFrom(['createFrom', index], from, definition, context)),
  ];
  return [...own, ...checkLoops(definition, context)];
}
