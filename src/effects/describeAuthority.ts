import type { FieldNode } from '../grammar/nodes.ts';
import type { FormDefinition } from '../kernel/index.ts';
import { fieldsOf, rollupsIn, type FormLookup, type PlacedRollup } from '../relations/index.ts';
import { createdRecordsPrefix, creatingEffects } from './createdRecords.ts';
import {
  columnsOfEach,
  dialogFields,
  formAtPath,
  THIS_RECORD,
  verbOf,
  type Effect,
  type FormAction,
} from './effect.ts';

const EVENT_NAMES: Readonly<Record<NonNullable<Effect['on']>, string>> = {
  saved: '保存后',
  submitted: '提交后',
  finished: '办结后',
  passed: '审批节点通过后',
  returned: '审批节点退回后',
  rejected: '审批未通过后',
  voided: '作废后',
  restored: '恢复后',
  removed: '删除后',
  time: '定时',
};

const quote = (name: string): string => `“${name}”`;
const labelOf = (form: FormDefinition | null, key: string): string => (form && fieldsOf(form).get(key)?.label) || key;
const nameOfForm = (formOf: FormLookup, key: string): string => quote(formOf(key)?.formName ?? key);

/**
 * Describes in one sentence how an effect changes records of another form. Null if it only concerns its own record, or
 * only notifies.
 */
function describeEffect(
  effect: Effect,
  action: FormAction | null,
  ownForm: FormDefinition,
  formOf: FormLookup,
): string | null {
  const verb = verbOf(effect);
  if (verb === null || verb === 'require' || verb === 'notify') return null;
  if (verb === 'create' || verb === 'start')
    return `${verb === 'start' ? '生成并提交' : '生成'}${nameOfForm(formOf, effect[verb] ?? '')}的记录`;
  const columns = effect.each === undefined ? null : columnsOfEach(ownForm, effect.each);
  const row = columns ?? (action ? fieldsOf(ownForm) : null);
  const createdRecords = action ? null : createdRecordsPrefix(creatingEffects(ownForm, effect.each));
  const dialog: ReadonlyMap<string, FieldNode> | null = action ? dialogFields(action) : null;
  const targetOf = (path: string): FormDefinition | null =>
    path === THIS_RECORD || (path === 'row' && !columns)
      ? ownForm
      : formAtPath(path, ownForm, row, formOf, dialog, createdRecords?.fields ?? null);
  const path = String(effect[verb]);
  const parts = path.split('.');
  const target = verb === 'link' ? targetOf(parts.slice(0, -1).join('.') || THIS_RECORD) : targetOf(path);
  if (target?.formKey === ownForm.formKey) return null;
  const name = quote(target?.formName ?? path);
  const fields = Object.keys(effect.fields ?? {}).map((key) => labelOf(target, key));
  switch (verb) {
    case 'set':
      return `修改${name}的${fields.join('、')}`;
    case 'link':
      return `修改${name}的${labelOf(target, parts.at(-1) ?? '')}`;
    case 'void':
      return `作废${name}的记录`;
    case 'remove':
      return `删除${name}的记录`;
    case 'merge':
      return `合并${name}的记录`;
  }
}

/**
 * Returns a Chinese sentence: which values of another form a stored roll-up shows. Everybody who may see the roll-up
 * field sees them, also without permission for the other form. Returns null for a roll-up over rows of its own record.
 */
function describeRollup({ node, rollup }: PlacedRollup, formOf: FormLookup): string | null {
  if (rollup.form === null) return null;
  const source = formOf(rollup.form);
  const table = rollup.table === null || !source ? null : (fieldsOf(source).get(rollup.table) ?? null);
  const columns = table && source ? columnsOfEach(source, rollup.table ?? '') : null;
  const aggregatedLabel = rollup.of === '' ? '条数' : (columns?.get(rollup.of)?.label ?? labelOf(source, rollup.of));
  return `${quote(node.label ?? node.__vModel__)}汇总${nameOfForm(formOf, rollup.form)}的${aggregatedLabel}，能看此字段的人都能看到`;
}

/**
 * Describes in Chinese sentences, each once, what a published form does with its own authority instead of the rights of
 * the acting person. This includes effects that write records of other forms, and stored roll-ups that disclose values
 * of other forms.
 */
export function describeAuthority(definition: FormDefinition, formOf: FormLookup): string[] {
  const sentences = [
    ...(definition.effects ?? []).map((effect) => {
      const text = describeEffect(effect, null, definition, formOf);
      const event = effect.node ? `${quote(effect.node)}${effect.on === 'returned' ? '退回' : '通过'}后` : '';
      return text && `${event || EVENT_NAMES[effect.on ?? 'saved']}：${text}`;
    }),
    ...(definition.actions ?? []).flatMap((action) =>
      (action.effects ?? []).map((effect) => {
        const text = describeEffect(effect, action, definition, formOf);
        return text && `按钮${quote(action.label)}：${text}`;
      }),
    ),
    ...rollupsIn(definition).map((placed) => describeRollup(placed, formOf)),
  ].filter((text): text is string => text !== null);
  return [...new Set(sentences)];
}
