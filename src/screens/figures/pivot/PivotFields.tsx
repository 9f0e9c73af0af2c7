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
import { mayLie, moveField, ZONE_NAMES, zoneOf, ZONES, type PivotField, type Zone } from './pivotLayout.ts';

interface Props {
  fields: readonly PivotField[];
  layout: PivotLayout;
  onChange(layout: PivotLayout): void;
}

const isZone = (id: string): id is Zone => (ZONES as readonly string[]).includes(id);
/** A key of a dataset may be called like a zone. */
const idOf = (key: string): string => `field:${key}`;
const keyOf = (id: string | number): string => String(id).replace(/^field:/, '');

/** What lies under the pointer wins; the keyboard has none and takes the nearest. */
const collisions: CollisionDetection = (given) => {
  const under = pointerWithin(given);
  return under.length > 0 ? under : closestCenter(given);
};

/** Left and right lead to the zone beside, up and down to the field above or below. */
const byArrows =
  (zoneUnder: (id: string | number) => Zone): KeyboardCoordinateGetter =>
  (event, given) => {
    const { active, over, collisionRect, droppableRects } = given.context;
    const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || active === null || !collisionRect) return sortableKeyboardCoordinates(event, given);
    event.preventDefault();
    const target = ZONES[ZONES.indexOf(zoneUnder((over ?? active).id)) + step];
    const rect = target && droppableRects.get(target);
    if (!rect) return undefined;
    return {
      x: rect.left + (rect.width - collisionRect.width) / 2,
      y: rect.top + (rect.height - collisionRect.height) / 2,
    };
  };

/** The fields of a pivot in their zones: dragged with mouse, finger or keyboard, or moved by the menu beside each. */
export function PivotFields({ fields, layout, onChange }: Props) {
  const zoneUnder = (id: string | number): Zone => (isZone(String(id)) ? (id as Zone) : zoneOf(layout, keyOf(id)));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: byArrows(zoneUnder) }),
  );
  const fieldOf = (id: string | number): PivotField | undefined => fields.find(({ key }) => key === keyOf(id));
  const placeOf = (id: string | number): string => `“${ZONE_NAMES[zoneUnder(id)]}”`;
  const name = (id: string | number): string => fieldOf(id)?.label ?? '';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `已拿起“${name(active.id)}”`,
    onDragOver: ({ active, over }) => (over ? `“${name(active.id)}”移到${placeOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) => (over ? `“${name(active.id)}”已放到${placeOf(over.id)}` : '已放回原处'),
    onDragCancel: ({ active }) => `已取消移动“${name(active.id)}”`,
  };
  const drop = (active: string | number, over: string | number): void => {
    const field = fieldOf(active);
    if (!field || active === over) return;
    if (isZone(String(over))) return onChange(moveField(layout, field, over as Zone));
    const zone = zoneOf(layout, keyOf(over));
    const keys = zone === 'fields' ? [] : layout[zone];
    // downwards within one zone the field goes behind the one it is dropped on
    const isBehind = keys.includes(field.key) && keys.indexOf(field.key) < keys.indexOf(keyOf(over));
    const before = isBehind ? (keys[keys.indexOf(keyOf(over)) + 1] ?? null) : keyOf(over);
    onChange(moveField(layout, field, zone, before));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
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
            onMove={(field, to) => onChange(moveField(layout, field, to))}
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
      <SortableContext items={fields.map(({ key }) => idOf(key))} strategy={rectSortingStrategy}>
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
    id: idOf(field.key),
  });
  const targets = ZONES.filter((to) => to !== zone && mayLie(field, to, layout));
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
          items: targets.map((to) => ({ key: to, label: to === 'fields' ? '移出' : `移到${ZONE_NAMES[to]}` })),
          onClick: ({ key }) => onMove(field, key as Zone),
        }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`“${field.label}”放到哪里`} />
      </Dropdown>
    </span>
  );
}
