import { Skeleton } from 'antd';
import { useMemo } from 'react';
import type { FilterBarNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { usePlace } from '../place/place.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { paramFilters } from './paramFilters.ts';
import { sharedIn, withShared } from './shared.ts';

/**
 * The parameters of a dataset as filters. Their values are stored in the address and apply to every block of the
 * screen.
 */
export function FilterBarBlock({ node }: BlockProps<FilterBarNode>) {
  const services = useServices();
  const registry = useRegistry();
  const place = usePlace();
  const { load, reload } = useLoad(() => services.datasets.outline(node.dataset), [services, node.dataset]);
  const filters = useMemo(
    () => paramFilters(load.value?.params ?? [], node.params, registry),
    [load.value, node.params, registry],
  );
  const sharedJson = JSON.stringify(sharedIn(place.query));
  const defaults = load.value?.values;
  const values = useMemo(
    () => ({ ...defaults, ...(JSON.parse(sharedJson) as Record<string, unknown>) }),
    [defaults, sharedJson],
  );
  if (load.state === 'error') return <Failure error={load.error} title="筛选栏加载失败" onRetry={reload} />;
  if (load.value === undefined) return <Skeleton.Input active block />;
  return (
    <section className="sc-panel sc-figure-filters">
      <FilterBar
        filters={filters}
        values={values}
        onSearch={(next) => place.setQuery(withShared(place.query, next, defaults))}
        onReset={() => place.setQuery(withShared(place.query, {}))}
      />
    </section>
  );
}
