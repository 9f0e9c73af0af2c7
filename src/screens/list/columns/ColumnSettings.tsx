import { HolderOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import type { ArrangedColumn, ColumnChoice } from './columnChoice.ts';

/** Popover to show, hide, reorder (by drag or keyboard) and pin the columns of a list. */
export function ColumnSettings({ choice }: { choice: ColumnChoice }) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const fields = choice.all.map((column) => column.field);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="显示的列（拖动可排序）"
      content={
        <div className="sc-columns">
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            onDragEnd={({ active, over }) => {
              if (!over || active.id === over.id) return;
              const isMovedDown = fields.indexOf(String(active.id)) < fields.indexOf(String(over.id));
              const targetIndex = fields.indexOf(String(over.id)) + (isMovedDown ? 1 : 0);
              choice.move(String(active.id), fields[targetIndex] ?? null);
            }}
          >
            <SortableContext items={fields} strategy={verticalListSortingStrategy}>
              {choice.all.map((column) => (
                <ColumnRow key={column.field} column={column} choice={choice} />
              ))}
            </SortableContext>
          </DndContext>
          <Button type="link" size="small" onClick={choice.restore} data-action="restore-columns">
            恢复默认
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />} data-action="columns">
        列设置
      </Button>
    </Popover>
  );
}

function ColumnRow({ column, choice }: { column: ArrangedColumn; choice: ColumnChoice }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = useSortable({
    id: column.field,
  });
  const isShown = choice.isShown(column.field);
  const isPinned = column.fixed === 'left';
  return (
    <div
      ref={setNodeRef}
      className="sc-column-row"
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-column-setting={column.field}
    >
      <span
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className="sc-column-grip"
        aria-label={`移动列“${column.title}”`}
      >
        <HolderOutlined />
      </span>
      <Checkbox
        checked={isShown}
        disabled={choice.shown.length === 1 && isShown}
        onChange={(event) => choice.toggle(column.field, event.target.checked)}
      >
        {column.title}
      </Checkbox>
      <Tooltip title={isPinned ? '取消固定' : '固定在左侧'}>
        <Button
          type="text"
          size="small"
          aria-label={`${isPinned ? '取消固定' : '固定'}列“${column.title}”`}
          aria-pressed={isPinned}
          icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />}
          onClick={() => choice.pin(column.field, isPinned ? '' : 'left')}
        />
      </Tooltip>
    </div>
  );
}
