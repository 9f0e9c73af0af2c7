import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface Props {
  /** Place of the item, and how many there are. */
  index: number;
  count: number;
  deleteLabel: string;
  /** Why the item cannot be deleted; absent: it can. */
  keptBecause?: string | undefined;
  /** `to`: the place of the neighbour to swap with. */
  onMove(to: number): void;
  onDelete(): void;
}

/** Buttons to move an item of a list up or down and to delete it. */
export const OrderButtons = ({ index, count, deleteLabel, keptBecause, onMove, onDelete }: Props) => (
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
      disabled={keptBecause !== undefined}
      title={keptBecause ?? deleteLabel}
      onClick={onDelete}
    />
  </>
);
