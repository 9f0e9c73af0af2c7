import type { ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';
import type { MapFields } from '../viewParts.ts';
import { AreaMap } from './AreaMap.tsx';
import { PlaceRecords } from './PlaceRecords.tsx';
import { PointMap } from './PointMap.tsx';
import './map.css';

export interface MapViewProps {
  list: CompiledList;
  fields: MapFields;
  columns: readonly ListColumn[];
  query: ListQuery;
  sort: ListState['sort'];
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  empty: ReactNode;
  /** The chosen place (`PLACE`); '' for none. */
  place: string;
  actionsOf(record: FormRecord): ReactNode;
  onPlace(place: string): void;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
}

/** The records on a map, by areas or as points, and beside it the list of those of the chosen place. */
export function MapView(props: MapViewProps) {
  const { fields } = props;
  return (
    <div className="sc-map-view" data-map={fields.kind}>
      <div className="sc-map-pane">
        {fields.kind === 'areas' ? <AreaMap {...props} fields={fields} /> : <PointMap {...props} fields={fields} />}
      </div>
      <PlaceRecords {...props} />
    </div>
  );
}
