import type { ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';
import type { MapFields } from '../viewParts.ts';
import { RecordPages } from '../views/RecordPages.tsx';
import { AreaMap } from './AreaMap.tsx';
import { placeConditions } from './places.ts';
import { PointMap } from './PointMap.tsx';
import './map.css';

/** Heights of the map in pixels. */
const HEIGHT = 420;
const PHONE_HEIGHT = 280;

export interface MapViewProps {
  list: CompiledList;
  fields: MapFields;
  columns: readonly ListColumn[];
  query: ListQuery;
  sort: ListState['sort'];
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  empty: ReactNode;
  /** The selected place (`PLACE_PATTERN`); '' for none. */
  place: string;
  actionsOf(record: FormRecord): ReactNode;
  onPlace(place: string): void;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
}

/** A map with the records by area or as points, and next to it the list of the records of the selected place. */
export function MapView(props: MapViewProps) {
  const { fields, place, empty } = props;
  const height = useIsNarrowerThan(PHONE_WIDTH) ? PHONE_HEIGHT : HEIGHT;
  return (
    <div className="sc-map-view" data-map={fields.kind}>
      <div className="sc-map-pane">
        {fields.kind === 'areas' ? (
          <AreaMap {...props} fields={fields} height={height} />
        ) : (
          <PointMap {...props} fields={fields} height={height} />
        )}
      </div>
      <div className="sc-map-records">
        <RecordPages
          {...props}
          placeKey={JSON.stringify([fields, place])}
          placeFilter={() => ({ conditions: placeConditions(fields, place) })}
          empty={place === '' ? empty : <span className="sc-note">这里没有符合条件的记录</span>}
        />
      </div>
    </div>
  );
}
