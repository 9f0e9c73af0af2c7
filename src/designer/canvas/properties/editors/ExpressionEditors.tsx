import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { checkExpression, type ValueType } from '../../../../kernel/index.ts';
import { ConditionEditor } from '../../../flow/conditions/ConditionEditor.tsx';
import { ExpressionInput } from '../../../flow/conditions/ExpressionInput.tsx';
import { wordsFor } from '../../../flow/conditions/offers.ts';
import { DesignContext, PlaceContext, type Design, type FieldInfo, type Place } from '../../../flow/panel/design.ts';
import { isReadable, readFormula } from '../../model/readFormula.ts';
import { usePanel, usePanelNames } from '../panelContext.tsx';
import { readsRow } from '../propertyModel.ts';
import { FormulaBuilder } from './FormulaBuilder.tsx';
import type { EditorProps } from './simple.tsx';
import '../../../flow/flow.css';

const NO_HOLDERS = { roles: [], posts: [] } as const;

/** Fields of the row that an action of a list stands beside; a block has no row. */
const isOfRow = ({ key }: FieldInfo): boolean => key.startsWith('row.');

/** Gives the form's fields and types to the editor of conditions that processes use. */
function WithFields({ children, hasRow }: { children: ReactNode; hasRow: boolean }) {
  const { infos, types } = usePanelNames();
  const design = useMemo(
    (): Design => ({
      fields: hasRow ? infos : infos.filter((info) => !isOfRow(info)),
      types: null,
      holders: NO_HOLDERS,
      flows: [],
    }),
    [infos, hasRow],
  );
  const place = useMemo((): Place => ({ isRepeated: false, table: null, types }), [types]);
  return (
    <DesignContext value={design}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </DesignContext>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

interface ConditionProps extends Pick<EditorProps, 'value'> {
  /** The condition reads the record of a list's row as `row`. */
  hasRow?: boolean;
  onChange(value: string | undefined): void;
}

/** “当 金额 大于 5000 且 类别 等于 招待费”: by choosing, or as an expression. Undefined for an empty one. */
export const ConditionField = ({ hasRow = false, value, onChange }: ConditionProps) => (
  <WithFields hasRow={hasRow}>
    <ConditionEditor value={text(value)} onChange={(next) => onChange(next.trim() === '' ? undefined : next)} />
  </WithFields>
);

/** The condition of a key of the grammar. */
export const ConditionPropertyEditor = ({ property, value, onChange }: EditorProps) => (
  <ConditionField hasRow={readsRow(property.schema)} value={value} onChange={onChange} />
);

/** An expression whose value the system works out; what it must come to follows from the field. */
function Typed({
  value,
  onChange,
  label,
  placeholder,
  expected,
  hasFormulas = false,
  isChecked = true,
}: Pick<EditorProps, 'value' | 'onChange'> & {
  label: string;
  placeholder: string;
  expected: ValueType;
  hasFormulas?: boolean;
  isChecked?: boolean;
}) {
  const { infos, types } = usePanelNames();
  const words = useMemo(() => wordsFor(infos, { isRepeated: false, table: null }), [infos]);
  const now = text(value);
  const problems = isChecked && types && now.trim() !== '' ? checkExpression(now, types, expected) : [];
  const reading = hasFormulas && now.trim() !== '' ? readFormula(now, infos) : '';
  const [isTyped, setTyped] = useState(false);
  // who chose a formula reads it; its text is for those who want to write it
  const isRead = !isTyped && reading !== '' && problems.length === 0 && isReadable(reading);
  return (
    <div className="fd-condition">
      {isRead ? (
        <div className="ds-reading">
          <p>{reading}</p>
          <Button size="small" type="link" className="ds-link" onClick={() => setTyped(true)}>
            改写公式
          </Button>
          <Button size="small" type="link" className="ds-link" onClick={() => onChange(undefined)}>
            不再计算
          </Button>
        </div>
      ) : (
        <>
          <ExpressionInput
            value={now}
            label={label}
            words={words}
            placeholder={placeholder}
            status={problems.length > 0 ? 'error' : ''}
            onCommit={(next) => {
              if (next.trim() === '') setTyped(false);
              onChange(next.trim() === '' ? undefined : next);
            }}
          />
          {reading === '' ? null : <p className="ds-note">即：{reading}</p>}
        </>
      )}
      {problems.slice(0, 3).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
      {hasFormulas ? <FormulaBuilder onTake={onChange} /> : null}
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
      placeholder="在下方选择常用公式，或输入如 单价 * 数量（键入名称时会给出字段）"
      expected={own?.type ?? 'dyn'}
      hasFormulas
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
    isChecked={false}
  />
);
