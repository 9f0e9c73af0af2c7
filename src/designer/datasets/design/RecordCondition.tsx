import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { completionsFor } from '../../flow/conditions/completions.ts';
import { ExpressionInput } from '../../flow/conditions/ExpressionInput.tsx';
import { fieldInfos } from '../model/columns.ts';
import { readFilters, type Filter } from '../model/filters.ts';
import type { SourceField } from '../model/sourceFields.ts';
import { FilterLine } from './FilterLine.tsx';
import type { Source } from './useSource.ts';
import '../../flow/flow.css';

interface Props {
  label: string;
  /** The condition on a record, as written in the document. */
  value: string | undefined;
  source: Source;
  onFilters(filters: readonly Filter[]): void;
  onExpression(condition: string | undefined): void;
  /** Lets the viewer select the value of a filter; absent if the condition must not add parameters. */
  onMakeParameter?(field: SourceField, index: number): void;
}

/** Edits a condition on records: as a list of filters, or as an expression if it is not a list of filters. */
export function RecordCondition({ label, value, source, onFilters, onExpression, onMakeParameter }: Props) {
  const filters = readFilters(value);
  const [isExpressionShown, setExpressionShown] = useState(false);
  const completions = useMemo(
    () => completionsFor(fieldInfos(source.allFields), { isRepeated: false, table: null }),
    [source.allFields],
  );
  if (filters === null || isExpressionShown)
    return (
      <div className="fd-condition dd-expression">
        <ExpressionInput
          value={value ?? ''}
          label={`${label}的表达式`}
          completions={completions}
          placeholder="如 amount > 5000 && kind == 'sale'"
          status=""
          onCommit={(next) => onExpression(next.trim() === '' ? undefined : next)}
        />
        {filters === null ? null : (
          <Button size="small" type="link" className="ds-link" onClick={() => setExpressionShown(false)}>
            改为选择
          </Button>
        )}
      </div>
    );
  return (
    <>
      {filters.map((filter, index) => (
        <FilterLine
          key={`${index} ${filter.path}`}
          filter={filter}
          field={source.findField(filter.path)}
          onChange={(next) =>
            onFilters(
              next === null
                ? filters.filter((_item, position) => position !== index)
                : filters.map((unchanged, position) => (position === index ? next : unchanged)),
            )
          }
          onMakeParameter={onMakeParameter && ((field) => onMakeParameter(field, index))}
        />
      ))}
      {filters.length === 0 ? null : (
        <Button size="small" type="link" className="ds-link" onClick={() => setExpressionShown(true)}>
          写成表达式
        </Button>
      )}
    </>
  );
}
