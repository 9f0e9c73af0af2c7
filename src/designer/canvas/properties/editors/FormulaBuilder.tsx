import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { FieldInfo } from '../../../flow/panel/design.ts';
import { choicesFor, type Formula } from '../../model/formulas.ts';
import '../../canvas.css';

interface Props {
  formulas: readonly Formula[];
  /** The fields and sub-tables to select the parts of a formula from. */
  infos: readonly FieldInfo[];
  /** The key of the computed field. It is not offered as a part, because a field must not read itself. */
  computedKey?: string | undefined;
  onComplete(text: string, formula: Formula): void;
}

/**
 * Builds a formula from selections: first the operation, then its fields. Calls `onComplete` with the text once every
 * part is selected.
 */
export function FormulaBuilder({ formulas, infos, computedKey, onComplete }: Props) {
  const [id, setId] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly (string | undefined)[]>([]);
  const formula = formulas.find((candidate) => candidate.id === id);
  if (formulas.length === 0) return null;
  const selectPart = (index: number, part: string | undefined): void => {
    const next = (formula?.parts ?? []).map((_part, partIndex) => (partIndex === index ? part : parts[partIndex]));
    setParts(next);
    if (formula && next.every((part) => part !== undefined))
      onComplete(formula.buildExpression(next as string[]), formula);
  };
  return (
    <div className="ds-formula">
      <Select
        size="small"
        aria-label="常用公式"
        placeholder="常用公式"
        value={formula ? id : null}
        options={formulas.map(({ id: value, name }) => ({ value, label: name }))}
        popupMatchSelectWidth={false}
        onChange={(next: string | null) => {
          setId(next);
          setParts([]);
        }}
      />
      {formula?.parts.map(({ name, kind }, index) => (
        // the names of parts are unique within a formula
        <span key={name} className="ds-formula-part">
          <span aria-hidden="true">{name}</span>
          {kind === 'wholeNumber' ? (
            <InputNumber
              size="small"
              aria-label={name}
              min={-3650}
              max={3650}
              precision={0}
              value={parts[index] === undefined ? null : Number(parts[index])}
              onChange={(next) => selectPart(index, typeof next === 'number' ? String(next) : undefined)}
            />
          ) : (
            <Select
              size="small"
              aria-label={name}
              placeholder="选择字段"
              showSearch
              optionFilterProp="label"
              value={parts[index] ?? null}
              options={choicesFor(kind, infos, computedKey)}
              popupMatchSelectWidth={false}
              onChange={(next: string | null) => selectPart(index, next ?? undefined)}
            />
          )}
        </span>
      ))}
    </div>
  );
}
