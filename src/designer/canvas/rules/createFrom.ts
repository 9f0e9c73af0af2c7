import type { CompiledForm } from '../../../kernel/index.ts';
import { FLOW_STATE_CHOICES } from '../../../screens/shared/flowState.ts';
import type { FieldInfo } from '../../flow/panel/design.ts';
import type { Effect } from './effectModel.ts';
import type { Choice } from './controlLines.tsx';
import { relationsOf } from './relations.ts';
import type { RuleNames } from './ruleNames.ts';
import { describeRuleCondition, labelOfField, nameOfForm } from './describeRules.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the relations by which a new record of this form can refer to the record from which it is created (the source
 * record). `from`: key of the source record's form.
 */
export const sourceRelations = (compiled: CompiledForm, { forms }: RuleNames): (Choice & { from: string })[] =>
  relationsOf(compiled)
    .filter(({ isMultiple }) => !isMultiple)
    .map(({ key, label, to }) => ({
      value: key,
      label: `${label}（${forms.find((form) => form.key === to)?.name ?? to}）`,
      from: to,
    }));

/**
 * Returns the names for expressions of the rule: title, flow state and fields of the source record, and fields of its
 * related records, as `it.<path>`. `relation`: path of the relation to the source record.
 */
export function sourceNames(relation: string, names: RuleNames): RuleNames {
  const [title, state]: FieldInfo[] = [
    { key: 'it.title', label: '来源 › 标题', tag: '', type: 'string', options: null, columns: null },
    {
      key: 'it.flwState',
      label: '来源 › 流程状态',
      tag: '',
      type: 'string',
      options: [...FLOW_STATE_CHOICES],
      columns: null,
    },
  ];
  const relationLabel = names.related.find(({ path }) => path === relation)?.label ?? '';
  const sourceFields = names.infos
    .filter(({ key }) => key.startsWith(`${relation}.`))
    .map((info) => ({
      ...info,
      key: `it.${info.key.slice(relation.length + 1)}`,
      label: relationLabel === '' ? info.label : info.label.replace(relationLabel, '来源'),
    }));
  return {
    ...names,
    allowsRecordId: false,
    infos: relation === '' ? [] : [...sourceFields, ...(title && state ? [title, state] : [])],
  };
}

/** Describes the rule as a sentence: “在“合同”的记录上按“申请开票”，生成本表单的记录，由“所属合同”指向它，带入 金额、税率”. */
export function describeCreateFrom(rule: Effect, names: RuleNames): string {
  const relation = textOf(rule.relation);
  const when = describeRuleCondition(rule.when, sourceNames(relation, names));
  const copiedFields = Object.keys((rule.fields ?? {}) as object).map((key) => labelOfField(key, names));
  const tableCount = Object.keys((rule.rows ?? {}) as object).length;
  return [
    `在${nameOfForm(rule.from, names)}的记录上按“${textOf(rule.label)}”`,
    when === '' ? '' : `${when} 时可用`,
    `生成本表单的记录，由“${labelOfField(relation, names)}”指向它`,
    copiedFields.length === 0
      ? ''
      : `带入 ${copiedFields.slice(0, 5).join('、')}${copiedFields.length > 5 ? `等 ${copiedFields.length} 项` : ''}`,
    tableCount === 0 ? '' : `生成 ${tableCount} 个子表的行`,
  ]
    .filter((part) => part !== '')
    .join('，');
}
