import { Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Option, ValueType } from '../../../kernel/index.ts';
import { LITERAL, literalOf, valueOfLiteral, type Literal } from '../../document/literals.ts';
import { OneOf, type Choice } from './lines.tsx';
import type { RuleNames } from './ruleNames.ts';
import { expressionWords } from './ruleWords.ts';

/** A field that gets a value, with what it may hold. */
export interface ValueTarget extends Choice {
  type?: ValueType;
  /** What may be chosen; null where anything may be written. (A select takes `options` for a group.) */
  offers?: readonly Option[] | null;
}

/** Where a value comes from: a field, what is written here, or an expression of both. */
type Way = 'field' | 'fixed' | 'expression';

const WAYS: readonly (Choice & { value: Way })[] = [
  { value: 'field', label: '取字段' },
  { value: 'fixed', label: '固定内容' },
  { value: 'expression', label: '表达式' },
];

const IS_LITERAL = new RegExp(`^${LITERAL}$`);
const isLiteral = (text: string): boolean => IS_LITERAL.test(text.trim());

interface Props {
  target: ValueTarget;
  /** The expression as the document writes it. */
  text: string;
  names: RuleNames;
  takeFrom: string;
  /** The row was added just now: its source is not chosen yet, so 取字段 is preselected. */
  isNew: boolean;
  /** What stands at the end of its line. */
  children: ReactNode;
  onChange(text: string): void;
}

/** An expression as a person says it; nothing where that is no other text. */
function Reading({ text, names }: { text: string; names: RuleNames }) {
  const words = expressionWords(text, names);
  return words === text ? null : <p className="ds-note ds-rule-reads">即：{words}</p>;
}

/** What is written here, in the way that its field holds values. */
function Fixed({ target, text, onChange }: Pick<Props, 'target' | 'text' | 'onChange'>) {
  const now: Literal = isLiteral(text) ? valueOfLiteral(text.trim()) : '';
  const label = `${target.label}的值`;
  const options = target.type === 'bool' ? YES_OR_NO : target.offers;
  if (options) {
    const byText = new Map(options.map(({ value }) => [String(value), value]));
    return (
      <OneOf
        label={label}
        value={String(now)}
        choices={options.map((option) => ({ value: String(option.value), label: String(option.label) }))}
        onChange={(next) => onChange(literalOf(literalIn(byText.get(next ?? '') ?? next ?? '')))}
      />
    );
  }
  if (target.type === 'double')
    return (
      <InputNumber
        size="small"
        aria-label={label}
        style={{ width: '100%' }}
        value={typeof now === 'number' ? now : null}
        onChange={(next) => onChange(literalOf(typeof next === 'number' ? next : ''))}
      />
    );
  return (
    <Input
      size="small"
      aria-label={label}
      placeholder="留空则清空此字段"
      value={String(now)}
      onChange={({ target: box }) => onChange(literalOf(box.value))}
    />
  );
}

const YES_OR_NO: readonly Option[] = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];

const literalIn = (value: unknown): Literal =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value);

/** The value of one field of a rule: first where it comes from, then which. */
export function OneValue({ target, text, names, takeFrom, isNew, children, onChange }: Props) {
  const sources = names.infos.filter(({ columns }) => columns === null);
  const [chosen, setChosen] = useState<Way | null>(isNew ? 'field' : null);
  const isField = sources.some(({ key }) => key === text);
  const way = chosen ?? (isField ? 'field' : isLiteral(text) ? 'fixed' : 'expression');
  return (
    <>
      <OneOf
        label={`${target.label}的取法`}
        value={way}
        choices={WAYS}
        onChange={(next) => {
          const taken = WAYS.find(({ value }) => value === next)?.value ?? 'field';
          setChosen(taken);
          if (taken === 'fixed' && !isLiteral(text)) onChange(literalOf(''));
        }}
      />
      {way === 'field' ? (
        <OneOf
          label={takeFrom}
          value={isField ? text : ''}
          placeholder="选择字段"
          choices={sources.map((info) => ({ value: info.key, label: info.label }))}
          onChange={(next) => {
            if (next !== undefined) onChange(next);
          }}
        />
      ) : way === 'fixed' ? (
        <Fixed target={target} text={text} onChange={onChange} />
      ) : (
        <Input
          size="small"
          aria-label={`${target.label}的值`}
          placeholder="如 amount * 0.06"
          value={text}
          onChange={({ target: box }) => onChange(box.value)}
        />
      )}
      {children}
      {way === 'expression' ? <Reading text={text} names={names} /> : null}
    </>
  );
}
