import { useMemo, useState } from 'react';
import { useRegistry, useSituation } from '../../runtime/contexts.ts';
import { FormBoundary } from '../../runtime/form/FormBoundary.tsx';
import type { RecordFiltersProps } from '../../runtime/host/recordParts.ts';
import type { ListFilter } from './compile.ts';
import { FilterBar } from './FilterBar.tsx';
import { filterOfField, filterOfSystemColumn } from './filters.ts';
import { canBeColumn } from './listParts.ts';
import { filterCondition, isEmptyFilterValue } from './query.ts';
import { isSystemColumn, SYSTEM_COLUMNS } from './columns/systemColumns.ts';
import '../screens.css';

const NO_VALUES: Readonly<Record<string, unknown>> = {};

/**
 * The filters above the list of selectable records of a relation. Fields that the person may not see are left out,
 * because the server refuses conditions on them.
 */
export function RecordFilters({ formKey, filters, onChange }: RecordFiltersProps) {
  const registry = useRegistry();
  const { user } = useSituation();
  const [values, setValues] = useState(NO_VALUES);
  const hiddenFields = user.fieldRules?.[formKey]?.hidden;
  const listFilters = useMemo(
    () =>
      filters.flatMap(({ name, node, hasFlow = true }): ListFilter[] => {
        if (hiddenFields?.includes(name) || (node !== null && !canBeColumn(node))) return [];
        if (node !== null)
          return [
            { field: name, label: node.label || name, ...filterOfField(node, registry), defaultValue: undefined },
          ];
        return isSystemColumn(name)
          ? [
              {
                field: name,
                label: SYSTEM_COLUMNS[name].label,
                ...filterOfSystemColumn(name, hasFlow),
                defaultValue: undefined,
              },
            ]
          : [];
      }),
    [filters, hiddenFields, registry],
  );
  const search = (next: Readonly<Record<string, unknown>>): void => {
    setValues(next);
    onChange(
      listFilters.flatMap((filter) =>
        isEmptyFilterValue(next[filter.field]) ? [] : [filterCondition(filter, next[filter.field])],
      ),
    );
  };
  return (
    <FormBoundary>
      <FilterBar filters={listFilters} values={values} onSearch={search} onReset={() => search(NO_VALUES)} />
    </FormBoundary>
  );
}
