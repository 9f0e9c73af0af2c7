import type { ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import type { Press } from '../../actions/usePress.tsx';
import { CalendarView } from '../calendar/CalendarView.tsx';
import type { CompiledList, ListColumn } from '../compile.ts';
import { MapView } from '../map/MapView.tsx';
import type { AdvancedCondition } from '../more/advancedConditions.ts';
import type { ListState } from '../query.ts';
import { BoardView } from './BoardView.tsx';
import { calendarBy, type DisplayMode } from './displayModes.ts';
import { GanttView } from './GanttView.tsx';
import { GroupView } from './GroupView.tsx';
import { advancedConditionsOf } from './lanes.ts';
import { TreeView } from '../tree/TreeView.tsx';

interface Props {
  list: CompiledList;
  displayMode: DisplayMode;
  columns: readonly ListColumn[];
  query: ListQuery;
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  /** Shown if there are no records. */
  empty: ReactNode;
  /** Renders the buttons of a record. */
  actionsOf(record: FormRecord): ReactNode;
  mayEdit(record: FormRecord): boolean;
  press: Press['press'];
  sort: ListState['sort'];
  /** The selected place of the map, such as an area code (`PLACE_PATTERN`); '' for none. */
  place: string;
  onPlace(place: string): void;
  reload(): void;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
  /** Switches to the table, with these additional conditions. */
  showAsTable(conditions: readonly AdvancedCondition[]): void;
}

/** Returns true for a mode whose view loads its records itself; the list then shows no pager of its own. */
export const isSelfLoadingMode = ({ kind }: DisplayMode): boolean =>
  ['board', 'calendar', 'group', 'gantt', 'tree', 'map'].includes(kind);

/** The records in a display mode that loads its records itself: board, calendar, groups, gantt chart, tree, map. */
export function SelfLoadingView({ displayMode: { kind, by }, ...props }: Props) {
  const { list, query, refreshKey, empty, onOpen, showAsTable } = props;
  const sharedProps = { list, query, refreshKey, onOpen };
  const column = list.columns.find(({ field }) => field === by);
  const calendar = kind === 'calendar' ? calendarBy(list, by) : null;
  if (calendar) return <CalendarView key={by} {...sharedProps} fields={calendar} />;
  if (kind === 'gantt' && list.gantt)
    return <GanttView {...sharedProps} fields={list.gantt} empty={empty} mayEdit={props.mayEdit} />;
  if (kind === 'tree')
    return (
      <TreeView
        {...sharedProps}
        key={by}
        parentField={by}
        columns={props.columns}
        sort={props.sort}
        empty={empty}
        actionsOf={props.actionsOf}
        mayEdit={props.mayEdit}
        onSort={props.onSort}
        onResize={props.onResize}
        onMoved={props.reload}
      />
    );
  if (kind === 'map' && list.map)
    return (
      <MapView
        {...sharedProps}
        fields={list.map}
        columns={props.columns}
        sort={props.sort}
        empty={empty}
        place={props.place}
        actionsOf={props.actionsOf}
        onPlace={props.onPlace}
        onSort={props.onSort}
        onResize={props.onResize}
      />
    );
  if (!column) return null;
  return kind === 'board' ? (
    <BoardView
      {...sharedProps}
      column={column}
      columns={props.columns}
      press={props.press}
      mayEdit={props.mayEdit}
      onMoved={props.reload}
      onShowLaneAsTable={(lane) => showAsTable(advancedConditionsOf(lane))}
    />
  ) : (
    <GroupView
      {...sharedProps}
      column={column}
      columns={props.columns}
      actionsOf={props.actionsOf}
      onResize={props.onResize}
      onShowGroupAsTable={(lane) => showAsTable(advancedConditionsOf(lane))}
    />
  );
}
