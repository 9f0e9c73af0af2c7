import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { checkExpression, type ValueType } from '../../../../kernel/index.ts';
import { ConditionEditor } from '../../../flow/conditions/ConditionEditor.tsx';
import { ExpressionInput } from '../../../flow/conditions/ExpressionInput.tsx';
import { wordsFor } from '../../../flow/conditions/offers.ts';
import { DesignContext, PlaceContext, type Design, type Place } from '../../../flow/panel/design.ts';
import { usePanel } from '../panelContext.ts';
import type { EditorProps } from './simple.tsx';
import '../../../flow/flow.css';

const NO_HOLDERS = { roles: [], posts: [] } as const;

/** Gives the form's fields and types to the editor of conditions that processes use. */
function WithFields({ children }: { children: ReactNode }) {
  const { infos, types } = usePanel();
  const design = useMemo((): Design => ({ fields: infos, types: null, holders: NO_HOLDERS, flows: [] }), [infos]);
  const place = useMemo((): Place => ({ isRepeated: false, table: null, types }), [types]);
  return (
    <DesignContext value={design}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </DesignContext>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** “当 金额 大于 5000 且 类别 等于 招待费”: by choosing, or as an expression. */
export const ConditionPropertyEditor = ({ value, onChange }: EditorProps) => (
  <WithFields>
    <ConditionEditor value={text(value)} onChange={(next) => onChange(next.trim() === '' ? undefined : next)} />
  </WithFields>
);

interface Recipe {
  name: string;
  text: string;
}

/** Computations that are asked for again and again, made of the form's own fields. */
function recipesOf(infos: ReturnType<typeof usePanel>['infos'], own: unknown): Recipe[] {
  const numbers = infos.filter(({ type, columns, key }) => type === 'double' && columns === null && key !== own);
  const dates = infos.filter(({ isDate, columns }) => isDate === true && columns === null);
  const [a, b] = numbers;
  const [from, to] = dates;
  return [
    ...infos.flatMap(({ key, label, columns }) =>
      (columns ?? []).map((column) => ({
        name: `“${label}”中“${column.label}”的合计`,
        text: `round(sum(${key}.map(row, row.${column.key})), 2)`,
      })),
    ),
    ...infos.flatMap(({ key, label, columns }) =>
      columns === null ? [] : [{ name: `“${label}”的行数`, text: `double(size(${key}))` }],
    ),
    ...(a && b ? [{ name: `${a.label} × ${b.label}`, text: `${a.key} * ${b.key}` }] : []),
    ...(from && to
      ? [
          {
            name: `${from.label}至${to.label}的天数`,
            text: `isEmpty(${from.key}) || isEmpty(${to.key}) ? 0.0 : daysBetween(${from.key}, ${to.key}) + 1`,
          },
        ]
      : []),
  ];
}

/** An expression whose value the system works out; what it must come to follows from the field. */
function Typed({
  value,
  onChange,
  label,
  placeholder,
  expected,
  recipes,
  isChecked = true,
}: Pick<EditorProps, 'value' | 'onChange'> & {
  label: string;
  placeholder: string;
  expected: ValueType;
  recipes: readonly Recipe[];
  isChecked?: boolean;
}) {
  const { infos, types } = usePanel();
  const words = useMemo(() => wordsFor(infos, { isRepeated: false, table: null }), [infos]);
  const now = text(value);
  const problems = isChecked && types && now.trim() !== '' ? checkExpression(now, types, expected) : [];
  return (
    <div className="fd-condition">
      <ExpressionInput
        value={now}
        label={label}
        words={words}
        placeholder={placeholder}
        status={problems.length > 0 ? 'error' : ''}
        onCommit={(next) => onChange(next.trim() === '' ? undefined : next)}
      />
      {problems.slice(0, 3).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
      {recipes.length === 0 ? null : (
        <Select
          size="small"
          aria-label="常用公式"
          placeholder="常用公式"
          value={null}
          options={recipes.map(({ name, text: formula }) => ({ value: formula, label: name }))}
          popupMatchSelectWidth={false}
          onChange={(formula: string | null) => {
            if (formula) onChange(formula);
          }}
        />
      )}
    </div>
  );
}

export function FormulaEditor({ value, onChange, property }: EditorProps) {
  const { infos, node } = usePanel();
  const own = infos.find(({ key }) => key === node?.__vModel__);
  return (
    <Typed
      value={value}
      onChange={onChange}
      label={property.name}
      placeholder="如 price * count"
      expected={own?.type ?? 'dyn'}
      recipes={recipesOf(infos, node?.__vModel__)}
    />
  );
}

/** An expression that also names another form's fields (`it.`): it is judged when the form is checked. */
export const PlainExpressionEditor = ({ value, onChange, property }: EditorProps) => (
  <Typed
    value={value}
    onChange={onChange}
    label={property.name}
    placeholder="如 it.state != 'ended'"
    expected="dyn"
    recipes={[]}
    isChecked={false}
  />
);
