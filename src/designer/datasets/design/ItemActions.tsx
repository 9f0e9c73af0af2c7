import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  name: string;
  /** True if the settings of the item are open; absent if it has no settings. */
  isOpen?: boolean;
  onOpen?(): void;
  /** Absent if the position of the item cannot be changed. */
  move?: { index: number; count: number; onMove(offset: -1 | 1): void };
  onRemove(): void;
  children?: ReactNode;
}

/** The buttons at the end of an item in a drop zone (`ZoneBox`): settings, position, removal. `name`: of the item. */
export const ItemActions = ({ name, isOpen, onOpen, move, onRemove, children }: Props) => (
  <span className="dd-item-acts">
    {children}
    {onOpen ? (
      <Button
        type="text"
        size="small"
        icon={<SettingOutlined />}
        aria-expanded={isOpen === true}
        aria-label={`设置${name}`}
        onClick={onOpen}
      />
    ) : null}
    {move ? (
      <>
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={move.index === 0}
          aria-label={`前移${name}`}
          onClick={() => move.onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          disabled={move.index === move.count - 1}
          aria-label={`后移${name}`}
          onClick={() => move.onMove(1)}
        />
      </>
    ) : null}
    <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`移除${name}`} onClick={onRemove} />
  </span>
);
