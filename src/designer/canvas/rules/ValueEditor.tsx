import { Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import type { Option } from '../../../kernel/index.ts';
import type { ValueType } from '../../../expressions/index.ts';
import { LITERAL_SOURCE, literalOf, valueOfLiteral, type LiteralValue } from '../../document/literals.ts';
import { ChoiceSelect, type Choice } from './controlLines.tsx';
import type { RuleNames } from './ruleNames.ts';
import { describeExpression } from './describeRules.ts';

/** A field that a rule writes. */
export interface ValueTarget extends Choice {
  type?: ValueType;
  /**
   * The allowed values; null if the field has no options. Not named `options`: antd's Select treats that key as a
   * group.
   */
  offers?: readonly Option[] | null;
}

/** The source of a value: a field, a literal (`fixed`), or an expression. */
export type ValueSource = 'field' | 'fixed' | 'expression';

const VALUE_SOURCES: readonly (Choice & { value: ValueSource })[] = [
  { value: 'field', label: '取字段' },
  { value: 'fixed', label: '固定内容' },
  { value: 'expression', label: '表达式' },
];

const LITERAL_PATTERN = new RegExp(`^${LITERAL_SOURCE}$`);
const isLiteral = (text: string): boolean => LITERAL_PATTERN.test(text.trim());

interface Props {
  target: ValueTarget;
  /** The expression as written in the document. */
  text: string;
  names: RuleNames;
  sourceFieldLabel: string;
  /** The source that the user has selected; null: the source in the text. */
  chosenSource: ValueSource | null;
  onChoose(source: ValueSource): void;
  /** Shown at the end of the line. */
  children: ReactNode;
  onChange(text: string): void;
}

/** Description of an expression. Renders nothing if it equals the expression. */
function ExpressionNote({ text, names }: { text: string; names: RuleNames }) {
  const description = describeExpression(text, names);
  return description === text ? null : <p className="ds-note ds-rule-reads">即：{description}</p>;
}

/** Edits a literal, with a control for the type of the field. */
function LiteralInput({ target, text, onChange }: Pick<Props, 'target' | 'text' | 'onChange'>) {
  const current: LiteralValue = isLiteral(text) ? valueOfLiteral(text.trim()) : '';
  const label = `${target.label}的值`;
  const options = target.type === 'bool' ? YES_OR_NO : target.offers;
  if (options) {
    const byText = new Map(options.map(({ value }) => [String(value), value]));
    return (
      <ChoiceSelect
        label={label}
        value={String(current)}
        choices={options.map((option) => ({ value: String(option.value), label: String(option.label) }))}
        onChange={(next) => onChange(literalOf(toLiteral(byText.get(next ?? '') ?? next ?? '')))}
      />
    );
  }
  if (target.type === 'double')
    return (
      <InputNumber
        size="small"
        aria-label={label}
        style={{ width: '100%' }}
        value={typeof current === 'number' ? current : null}
        onChange={(next) => onChange(literalOf(typeof next === 'number' ? next : ''))}
      />
    );
  return (
    <Input
      size="small"
      aria-label={label}
      placeholder="留空则清空此字段"
      value={String(current)}
      onChange={({ target: input }) => onChange(literalOf(input.value))}
    />
  );
}

const YES_OR_NO: readonly Option[] = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];

const toLiteral = (value: unknown): LiteralValue =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value);

/** Edits the value of one field of a rule: its source, then the value. */
export function ValueEditor({
  target,
  text,
  names,
  sourceFieldLabel,
  chosenSource,
  onChoose,
  children,
  onChange,
}: Props) {
  const sourceFields = [
    ...(names.allowsRecordId ? [{ key: 'id', label: '本记录' }] : []),
    ...names.infos.filter(({ columns }) => columns === null),
  ];
  const isSourceField = sourceFields.some(({ key }) => key === text);
  const source = chosenSource ?? (isSourceField || text === '' ? 'field' : isLiteral(text) ? 'fixed' : 'expression');
  return (
    <>
      <ChoiceSelect
        label={`${target.label}的取法`}
        value={source}
        choices={VALUE_SOURCES}
        onChange={(next) => {
          const selectedSource = VALUE_SOURCES.find(({ value }) => value === next)?.value ?? 'field';
          onChoose(selectedSource);
          if (selectedSource === 'fixed' && !isLiteral(text)) onChange(literalOf(''));
        }}
      />
      {source === 'field' ? (
        <ChoiceSelect
          label={sourceFieldLabel}
          value={isSourceField ? text : ''}
          placeholder="选择字段"
          choices={sourceFields.map((info) => ({ value: info.key, label: info.label }))}
          onChange={(next) => {
            if (next !== undefined) onChange(next);
          }}
        />
      ) : source === 'fixed' ? (
        <LiteralInput target={target} text={text} onChange={onChange} />
      ) : (
        <Input
          size="small"
          aria-label={`${target.label}的值`}
          placeholder="如 amount * 0.06"
          value={text}
          onChange={({ target: input }) => onChange(input.value)}
        />
      )}
      {children}
      {source === 'expression' ? <ExpressionNote text={text} names={names} /> : null}
    </>
  );
}
