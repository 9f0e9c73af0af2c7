import { Skeleton } from 'antd';
import { useMemo } from 'react';
import type { FilterBarNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { isSameQuery, usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { paramFilters } from './paramFilters.ts';
import { filterValuesIn, withFilterValues } from './filterValues.ts';
import { useRepeatSearch } from './searchAgain.ts';

/**
 * The parameters of a dataset as filters. Their values are stored in the address and apply to all blocks of the screen.
 */
export function FilterBarBlock({ node }: BlockProps<FilterBarNode>) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const searchAgain = useRepeatSearch();
  const { load, reload } = useLoad(() => services.datasets.outline(node.dataset), [services, node.dataset]);
  const filters = useMemo(
    () => paramFilters(load.value?.params ?? [], node.params, registry),
    [load.value, node.params, registry],
  );
  const filterValuesJson = JSON.stringify(filterValuesIn(navigation.query));
  const defaults = load.value?.values;
  const values = useMemo(
    () => ({ ...defaults, ...(JSON.parse(filterValuesJson) as Record<string, unknown>) }),
    [defaults, filterValuesJson],
  );
  if (load.state === 'error') return <Failure error={load.error} title="筛选栏加载失败" onRetry={reload} />;
  if (load.value === undefined) return <Skeleton.Input active block />;
  return (
    <section className="sc-panel sc-figure-filters">
      <FilterBar
        filters={filters}
        values={values}
        onSearch={(next) => {
          const query = withFilterValues(navigation.query, next, defaults);
          if (isSameQuery(query, navigation.query)) searchAgain();
          else navigation.setQuery(query);
        }}
        onReset={() => navigation.setQuery(withFilterValues(navigation.query, {}))}
      />
    </section>
  );
}
