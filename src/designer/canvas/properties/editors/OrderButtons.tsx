import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface Props {
  /** Position of the item in its list. */
  index: number;
  /** Length of the list. */
  count: number;
  deleteLabel: string;
  /** The reason why the item cannot be deleted; absent if it can be deleted. */
  undeletableReason?: string | undefined;
  /** Moves the item to the position `to`, which is next to it. */
  onMove(to: number): void;
  onDelete(): void;
}

/** Buttons to move an item of a list up or down and to delete it. */
export const OrderButtons = ({ index, count, deleteLabel, undeletableReason, onMove, onDelete }: Props) => (
  <>
    <Button
      size="small"
      type="text"
      icon={<ArrowUpOutlined />}
      aria-label="上移"
      disabled={index === 0}
      onClick={() => onMove(index - 1)}
    />
    <Button
      size="small"
      type="text"
      icon={<ArrowDownOutlined />}
      aria-label="下移"
      disabled={index === count - 1}
      onClick={() => onMove(index + 1)}
    />
    <Button
      size="small"
      type="text"
      icon={<DeleteOutlined />}
      aria-label={deleteLabel}
      disabled={undeletableReason !== undefined}
      title={undeletableReason ?? deleteLabel}
      onClick={onDelete}
    />
  </>
);
