import { HolderOutlined, MoreOutlined } from '@ant-design/icons';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Button, Dropdown } from 'antd';
import type { PivotLayout } from '../../../runtime/services/datasets.ts';
import { isAllowedIn, moveField, ZONE_NAMES, zoneOf, ZONES, type PivotField, type Zone } from './pivotLayout.ts';

interface Props {
  fields: readonly PivotField[];
  layout: PivotLayout;
  onChange(layout: PivotLayout): void;
}

const isZone = (id: string): id is Zone => (ZONES as readonly string[]).includes(id);
/** Drag id of a field; the prefix prevents conflicts with the ids of zones. */
const dragIdOf = (key: string): string => `field:${key}`;
const fieldKeyOf = (id: string | number): string => String(id).replace(/^field:/, '');

/** Finds the drop target under the pointer. Keyboard dragging has no pointer, so the nearest target is used. */
const detectCollisions: CollisionDetection = (args) => {
  const targets = pointerWithin(args);
  return targets.length > 0 ? targets : closestCenter(args);
};

/** Keyboard dragging: the left and right keys move to the adjacent zone, the up and down keys to the adjacent field. */
const arrowKeyCoordinates =
  (zoneOfTarget: (id: string | number) => Zone): KeyboardCoordinateGetter =>
  (event, args) => {
    const { active, over, collisionRect, droppableRects } = args.context;
    const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || active === null || !collisionRect) return sortableKeyboardCoordinates(event, args);
    event.preventDefault();
    const target = ZONES[ZONES.indexOf(zoneOfTarget((over ?? active).id)) + step];
    const rect = target && droppableRects.get(target);
    if (!rect) return undefined;
    return {
      x: rect.left + (rect.width - collisionRect.width) / 2,
      y: rect.top + (rect.height - collisionRect.height) / 2,
    };
  };

/**
 * The fields of a pivot table in their zones. A field is moved by dragging (mouse, touch, keyboard) or by its menu.
 */
export function PivotFields({ fields, layout, onChange }: Props) {
  const zoneOfTarget = (id: string | number): Zone =>
    isZone(String(id)) ? (id as Zone) : zoneOf(layout, fieldKeyOf(id));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: arrowKeyCoordinates(zoneOfTarget) }),
  );
  const fieldOf = (id: string | number): PivotField | undefined => fields.find(({ key }) => key === fieldKeyOf(id));
  const zoneNameOf = (id: string | number): string => `“${ZONE_NAMES[zoneOfTarget(id)]}”`;
  const labelOf = (id: string | number): string => fieldOf(id)?.label ?? '';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `已拿起“${labelOf(active.id)}”`,
    onDragOver: ({ active, over }) => (over ? `“${labelOf(active.id)}”移到${zoneNameOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) => (over ? `“${labelOf(active.id)}”已放到${zoneNameOf(over.id)}` : '已放回原处'),
    onDragCancel: ({ active }) => `已取消移动“${labelOf(active.id)}”`,
  };
  /** Moves the dragged field to the target, which is a zone or another field: into the zone, or next to the field. */
  const drop = (draggedId: string | number, targetId: string | number): void => {
    const field = fieldOf(draggedId);
    if (!field || draggedId === targetId) return;
    if (isZone(String(targetId))) return onChange(moveField(layout, field, targetId as Zone));
    const zone = zoneOf(layout, fieldKeyOf(targetId));
    const keys = zone === 'fields' ? [] : layout[zone];
    // a field that moves down within its zone is inserted after the target field
    const isMovingDown = keys.includes(field.key) && keys.indexOf(field.key) < keys.indexOf(fieldKeyOf(targetId));
    const nextFieldKey = isMovingDown ? (keys[keys.indexOf(fieldKeyOf(targetId)) + 1] ?? null) : fieldKeyOf(targetId);
    onChange(moveField(layout, field, zone, nextFieldKey));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollisions}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: '按空格键拿起，左右键换区域，上下键换次序，再按空格键放下，按 Esc 取消',
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over) drop(active.id, over.id);
      }}
    >
      <div className="sc-pivot-zones">
        {ZONES.map((zone) => (
          <PivotZone
            key={zone}
            zone={zone}
            fields={
              zone === 'fields'
                ? fields.filter(({ key }) => zoneOf(layout, key) === 'fields')
                : layout[zone].flatMap((key) => fields.filter((field) => field.key === key))
            }
            layout={layout}
            onMove={(field, targetZone) => onChange(moveField(layout, field, targetZone))}
          />
        ))}
      </div>
    </DndContext>
  );
}

interface ZoneProps {
  zone: Zone;
  fields: readonly PivotField[];
  layout: PivotLayout;
  onMove(field: PivotField, zone: Zone): void;
}

function PivotZone({ zone, fields, layout, onMove }: ZoneProps) {
  const { setNodeRef, isOver } = useDroppable({ id: zone });
  return (
    <section
      ref={setNodeRef}
      className="sc-pivot-zone"
      data-zone={zone}
      data-over={isOver || undefined}
      aria-label={ZONE_NAMES[zone]}
    >
      <h4>{ZONE_NAMES[zone]}</h4>
      <SortableContext items={fields.map(({ key }) => dragIdOf(key))} strategy={rectSortingStrategy}>
        {fields.map((field) => (
          <PivotChip key={field.key} field={field} zone={zone} layout={layout} onMove={onMove} />
        ))}
      </SortableContext>
      {fields.length === 0 ? (
        <span className="sc-pivot-hint">{zone === 'fields' ? '全部已用' : '拖到这里'}</span>
      ) : null}
    </section>
  );
}

function PivotChip({ field, zone, layout, onMove }: Omit<ZoneProps, 'fields'> & { field: PivotField }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: dragIdOf(field.key),
  });
  const targets = ZONES.filter((targetZone) => targetZone !== zone && isAllowedIn(field, targetZone, layout));
  return (
    <span
      ref={setNodeRef}
      className="sc-pivot-chip"
      data-figure={field.isFigure || undefined}
      data-dragging={isDragging || undefined}
      data-pivot-field={field.key}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <span
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-roledescription="可拖动"
        className="sc-pivot-grip"
        aria-label={`移动“${field.label}”`}
      >
        <HolderOutlined aria-hidden /> {field.label}
      </span>
      <Dropdown
        trigger={['click']}
        menu={{
          items: targets.map((targetZone) => ({
            key: targetZone,
            label: targetZone === 'fields' ? '移出' : `移到${ZONE_NAMES[targetZone]}`,
          })),
          onClick: ({ key }) => onMove(field, key as Zone),
        }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`“${field.label}”放到哪里`} />
      </Dropdown>
    </span>
  );
}
