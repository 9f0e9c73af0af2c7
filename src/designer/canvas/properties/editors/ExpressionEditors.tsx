import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { checkExpression, type ValueType } from '../../../../expressions/index.ts';
import { ConditionEditor } from '../../../flow/conditions/ConditionEditor.tsx';
import { ExpressionInput } from '../../../flow/conditions/ExpressionInput.tsx';
import { completionsFor } from '../../../flow/conditions/completions.ts';
import {
  SettingsDataContext,
  ElementScopeContext,
  type SettingsData,
  type FieldInfo,
  type ElementScope,
} from '../../../flow/panel/design.ts';
import { isReadable, describeFormula } from '../../model/describeFormula.ts';
import { formulasFor } from '../../model/formulas.ts';
import { keyOf } from '../../model/nodes.ts';
import { usePanel, usePanelNames } from '../panelContext.tsx';
import { readsRow } from '../propertyModel.ts';
import { FormulaBuilder } from './FormulaBuilder.tsx';
import type { EditorProps } from './basicEditors.tsx';
import '../../../flow/flow.css';

const NO_HOLDERS = { roles: [], posts: [] } as const;

/**
 * Returns true for a field of the list row of a row action (`row.…`). The condition of a block cannot read such fields.
 */
const isOfRow = ({ key }: FieldInfo): boolean => key.startsWith('row.');

/** Provides the form's fields and types to the condition editor, which is shared with the process designer. */
function ConditionScope({ children, hasRow }: { children: ReactNode; hasRow: boolean }) {
  const { fieldInfos, types } = usePanelNames();
  const settingsData = useMemo(
    (): SettingsData => ({
      fields: hasRow ? fieldInfos : fieldInfos.filter((info) => !isOfRow(info)),
      types: null,
      holders: NO_HOLDERS,
      flows: [],
    }),
    [fieldInfos, hasRow],
  );
  const scope = useMemo((): ElementScope => ({ isRepeated: false, table: null, types }), [types]);
  return (
    <SettingsDataContext value={settingsData}>
      <ElementScopeContext value={scope}>{children}</ElementScopeContext>
    </SettingsDataContext>
  );
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

interface ConditionProps extends Pick<EditorProps, 'value'> {
  /** True if the condition can read the record of a list row as `row`. */
  hasRow?: boolean;
  onChange(value: string | undefined): void;
}

/**
 * Edits a condition by selecting field, operator and value, or as an expression. Calls `onChange` with undefined for an
 * empty condition.
 */
export const ConditionField = ({ hasRow = false, value, onChange }: ConditionProps) => (
  <ConditionScope hasRow={hasRow}>
    <ConditionEditor value={textOrEmpty(value)} onChange={(next) => onChange(next.trim() === '' ? undefined : next)} />
  </ConditionScope>
);

/** The editor of properties that hold a condition. */
export const ConditionPropertyEditor = ({ property, value, onChange }: EditorProps) => (
  <ConditionField hasRow={readsRow(property.schema)} value={value} onChange={onChange} />
);

/** Builds a formula for the computed field that the panel edits. */
function FieldFormula({ onComplete }: { onComplete(formula: string): void }) {
  const { fieldInfos: allInfos, node, table } = usePanel();
  // a column must not aggregate its own table
  const infos = useMemo(() => allInfos.filter(({ key }) => !table || key !== keyOf(table)), [allInfos, table]);
  const computedField = infos.find(({ key }) => key === node?.__vModel__);
  return (
    <FormulaBuilder
      formulas={formulasFor(infos, computedField)}
      infos={infos}
      computedKey={computedField?.key}
      onComplete={onComplete}
    />
  );
}

/** An input for an expression with its problems. `expected`: the type that the expression must have. */
function ExpressionField({
  value,
  onChange,
  label,
  placeholder,
  expected,
  offersFormulas = false,
  isChecked = true,
}: Pick<EditorProps, 'value' | 'onChange'> & {
  label: string;
  placeholder: string;
  expected: ValueType;
  offersFormulas?: boolean;
  isChecked?: boolean;
}) {
  const { fieldInfos, types } = usePanelNames();
  const completions = useMemo(() => completionsFor(fieldInfos, { isRepeated: false, table: null }), [fieldInfos]);
  const current = textOrEmpty(value);
  const problems = isChecked && types && current.trim() !== '' ? checkExpression(current, types, expected) : [];
  const description = offersFormulas && current.trim() !== '' ? describeFormula(current, fieldInfos) : '';
  const [isTextShown, setTextShown] = useState(false);
  // a formula with a description is shown as a sentence; its text is shown on request
  const isDescribed = !isTextShown && description !== '' && problems.length === 0 && isReadable(description);
  return (
    <div className="fd-condition">
      {isDescribed ? (
        <div className="ds-reading">
          <p>{description}</p>
          <Button size="small" type="link" className="ds-link" onClick={() => setTextShown(true)}>
            改写公式
          </Button>
          <Button size="small" type="link" className="ds-link" onClick={() => onChange(undefined)}>
            不再计算
          </Button>
        </div>
      ) : (
        <>
          <ExpressionInput
            value={current}
            label={label}
            completions={completions}
            placeholder={placeholder}
            status={problems.length > 0 ? 'error' : ''}
            onCommit={(next) => {
              if (next.trim() === '') setTextShown(false);
              onChange(next.trim() === '' ? undefined : next);
            }}
          />
          {description === '' ? null : <p className="ds-note">即：{description}</p>}
        </>
      )}
      {problems.slice(0, 3).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
      {offersFormulas ? <FieldFormula onComplete={onChange} /> : null}
    </div>
  );
}

/** The editor of the expression of a computed field. */
export function FormulaEditor({ value, onChange, property }: EditorProps) {
  const { fieldInfos, node } = usePanel();
  const field = fieldInfos.find(({ key }) => key === node?.__vModel__);
  return (
    <ExpressionField
      value={value}
      onChange={onChange}
      label={property.name}
      placeholder="在下方选择常用公式，或输入如 单价 * 数量（键入名称时会给出字段）"
      expected={field?.type ?? 'dyn'}
      offersFormulas
    />
  );
}

/**
 * The editor of expressions that also read fields of another form (`it.`). They are validated only when the form is
 * checked.
 */
export const UncheckedExpressionEditor = ({ value, onChange, property }: EditorProps) => (
  <ExpressionField
    value={value}
    onChange={onChange}
    label={property.name}
    placeholder="如 it.state != 'ended'"
    expected="dyn"
    isChecked={false}
  />
);
