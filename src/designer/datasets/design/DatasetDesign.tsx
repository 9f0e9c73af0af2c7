import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
} from '@dnd-kit/core';
import { Button, Select, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { Failure } from '../../../screens/shared/Failure.tsx';
import { addDetail, detailsOf } from '../model/columns.ts';
import { addGroup, addMeasure, groupsOf, measuresIn, textOfDataset, type DatasetDoc } from '../model/datasetDoc.ts';
import { addFilter, withoutUnreadParams } from '../model/filterDoc.ts';
import type { SourceField } from '../model/sourceFields.ts';
import type { TextHistory } from '../useTextHistory.ts';
import { ColumnZone } from './ColumnZone.tsx';
import { DetailZone } from './DetailZone.tsx';
import { FieldTree, type Zone } from './FieldTree.tsx';
import { FilterZone } from './FilterZone.tsx';
import { GroupZone } from './GroupZone.tsx';
import { HavingZone } from './HavingZone.tsx';
import { MeasureZone } from './MeasureZone.tsx';
import { OrderZone } from './OrderZone.tsx';
import type { Source } from './useSource.ts';
import '../datasets.css';

const ADD_TO_ZONE: Readonly<Record<Zone, (doc: DatasetDoc, field: SourceField) => DatasetDoc>> = {
  groups: addGroup,
  measures: addMeasure,
  filters: addFilter,
  details: addDetail,
};

const fieldOf = ({ data }: Active): SourceField | null =>
  (data.current as { field?: SourceField } | undefined)?.field ?? null;

interface Props {
  doc: DatasetDoc;
  source: Source;
  /** Paths of the relations that are expanded in the list of fields. */
  expandedPaths: readonly string[];
  onExpandedPaths(expandedPaths: readonly string[]): void;
  history: TextHistory;
  result: ReactNode;
}

/** The design view of a dataset: its fields, the zones for dropping fields, and the result. */
export function DatasetDesign({ doc, source, expandedPaths, onExpandedPaths, history, result }: Props) {
  const [draggedField, setDraggedField] = useState<SourceField | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const change = (next: DatasetDoc): void => history.change(textOfDataset(withoutUnreadParams(doc, next)));
  const add = (field: SourceField, zone: Zone): void => change(ADD_TO_ZONE[zone](doc, field));
  const toggle = (relationPath: string): void =>
    onExpandedPaths(
      expandedPaths.includes(relationPath)
        ? expandedPaths.filter((path) => path !== relationPath && !path.startsWith(`${relationPath}.`))
        : [...expandedPaths, relationPath],
    );
  if (source.load.state === 'error') return <Failure error={source.load.error} onRetry={source.reload} />;
  const { value } = source.load;
  if (!value) return <Skeleton active paragraph={{ rows: 10 }} />;
  const [formKey = '', tableKey] = doc.from.split('.');
  const isSourceInUse =
    groupsOf(doc).length + measuresIn(doc).length + detailsOf(doc).length > 0 || doc.where !== undefined;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDraggedField(fieldOf(active))}
      onDragCancel={() => setDraggedField(null)}
      onDragEnd={({ active, over }) => {
        // read from the event: after a quick release the state may not be rendered yet
        const field = fieldOf(active);
        if (field && over) add(field, over.id as Zone);
        setDraggedField(null);
      }}
    >
      <div className="dd-design">
        <div className="dd-source">
          <div className="dd-from">
            <strong>{value.name}</strong>
            {value.tables.length === 0 ? null : (
              <Select
                size="small"
                aria-label="统计什么"
                value={tableKey ?? ''}
                options={[
                  { value: '', label: '每条记录' },
                  ...value.tables.map(({ key, name }) => ({ value: key, label: `“${name}”的每一行` })),
                ]}
                disabled={isSourceInUse}
                title={isSourceInUse ? '先清空筛选、分组、统计值和明细列，再改统计的对象' : undefined}
                onChange={(key) => change({ ...doc, from: key === '' ? formKey : `${formKey}.${key}` })}
              />
            )}
          </div>
          <FieldTree source={source} expandedPaths={expandedPaths} onOpen={toggle} onAdd={add} />
        </div>
        <div className="dd-zones" data-designer="canvas">
          <div className="dd-bar">
            <Button size="small" type="text" icon={<UndoOutlined />} disabled={!history.canUndo} onClick={history.undo}>
              撤销
            </Button>
            <Button size="small" type="text" icon={<RedoOutlined />} disabled={!history.canRedo} onClick={history.redo}>
              重做
            </Button>
          </div>
          <FilterZone doc={doc} source={source} onChange={change} />
          <GroupZone doc={doc} find={source.findField} onChange={change} />
          <MeasureZone doc={doc} source={source} onChange={change} />
          <ColumnZone doc={doc} onChange={change} />
          <DetailZone doc={doc} source={source} onChange={change} />
          <HavingZone doc={doc} onChange={change} />
          <OrderZone doc={doc} find={source.findField} onChange={change} />
        </div>
        {result}
      </div>
      <DragOverlay dropAnimation={null}>
        {draggedField ? <span className="ds-dragged">{draggedField.name}</span> : null}
      </DragOverlay>
    </DndContext>
  );
}
