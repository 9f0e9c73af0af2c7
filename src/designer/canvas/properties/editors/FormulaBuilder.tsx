import { InputNumber, Select } from 'antd';
import { useMemo, useState } from 'react';
import { choicesFor, formulasFor } from '../../model/formulas.ts';
import { keyOf } from '../../model/nodes.ts';
import { usePanel } from '../panelContext.tsx';

/** Builds a formula from selections: first the operation, then its fields. Calls `onTake` with the text once every part is selected. */
export function FormulaBuilder({ onTake }: { onTake(formula: string): void }) {
  const { infos: all, node, table } = usePanel();
  // a row does not add its own table up
  const infos = useMemo(() => all.filter(({ key }) => !table || key !== keyOf(table)), [all, table]);
  const own = infos.find(({ key }) => key === node?.__vModel__);
  const [id, setId] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly (string | undefined)[]>([]);
  const formulas = formulasFor(infos, own);
  const chosen = formulas.find((one) => one.id === id);
  if (formulas.length === 0) return null;
  const choose = (index: number, part: string | undefined): void => {
    const next = (chosen?.parts ?? []).map((_part, at) => (at === index ? part : parts[at]));
    setParts(next);
    if (chosen && next.every((one) => one !== undefined)) onTake(chosen.text(next as string[]));
  };
  return (
    <div className="ds-formula">
      <Select
        size="small"
        aria-label="常用公式"
        placeholder="常用公式"
        value={chosen ? id : null}
        options={formulas.map(({ id: value, name }) => ({ value, label: name }))}
        popupMatchSelectWidth={false}
        onChange={(next: string | null) => {
          setId(next);
          setParts([]);
        }}
      />
      {chosen?.parts.map(({ name, kind }, index) => (
        // the parts of a way to work it out do not change their order
        <span key={name} className="ds-formula-part">
          <span aria-hidden="true">{name}</span>
          {kind === 'count' ? (
            <InputNumber
              size="small"
              aria-label={name}
              min={-3650}
              max={3650}
              precision={0}
              value={parts[index] === undefined ? null : Number(parts[index])}
              onChange={(next) => choose(index, typeof next === 'number' ? String(next) : undefined)}
            />
          ) : (
            <Select
              size="small"
              aria-label={name}
              placeholder="选择字段"
              showSearch
              optionFilterProp="label"
              value={parts[index] ?? null}
              options={choicesFor(kind, infos, own?.key)}
              popupMatchSelectWidth={false}
              onChange={(next: string | null) => choose(index, next ?? undefined)}
            />
          )}
        </span>
      ))}
    </div>
  );
}
