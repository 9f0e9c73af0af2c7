import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Alert, Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { choiceOf, type ArrangedCard } from './deskOrder.ts';

interface Props {
  storageKey: string;
  arrangedCards: readonly ArrangedCard[];
  /** The cards as arranged in the document, for 恢复默认. */
  defaultCards: readonly ArrangedCard[];
  onSaved(): void;
  onClose(): void;
}

/** Returns true if both arrangements have the same order and show and hide the same cards. */
const isSameArrangement = (a: readonly ArrangedCard[], b: readonly ArrangedCard[]): boolean =>
  JSON.stringify(choiceOf(a)) === JSON.stringify(choiceOf(b)) &&
  a.every(({ card }, index) => card.key === b[index]?.card.key);

/** Dialog to show, hide and reorder the cards (by drag, arrow buttons or keyboard). */
export function DeskSettings({ storageKey, arrangedCards, defaultCards, onSaved, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const [cards, setCards] = useState(arrangedCards);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = cards.map(({ card }) => card.key);
  /** Moves a card. The card is identified by its key, because its index may have changed since the last render. */
  const move = (key: string, targetOf: (from: number, before: readonly ArrangedCard[]) => number): void =>
    setCards((before) => {
      const from = before.findIndex(({ card }) => card.key === key);
      return arrayMove([...before], from, targetOf(from, before));
    });
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await services.request({
        url: '/system/home/desk',
        method: 'POST',
        params: { place: storageKey, choice: isSameArrangement(cards, defaultCards) ? null : choiceOf(cards) },
      });
      void message.success('已保存');
      onSaved();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="自定义工作台"
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="sc-desk-foot">
          <Button disabled={isSameArrangement(cards, defaultCards)} onClick={() => setCards(defaultCards)}>
            恢复默认
          </Button>
          <span className="sc-desk-foot-end">
            <CancelBtn />
            <OkBtn />
          </span>
        </div>
      )}
    >
      <p className="sc-note">勾选要显示的卡片，拖动或用箭头调整顺序。只影响您自己，换电脑登录也有效。</p>
      {failure === null ? null : <Alert type="error" showIcon message={messageOf(failure)} />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (over && active.id !== over.id)
            move(String(active.id), (_from, before) => before.findIndex(({ card }) => card.key === over.id));
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className="sc-desk-list" aria-label="卡片">
            {cards.map((arrangedCard, index) => (
              <CardRow
                key={arrangedCard.card.key}
                arrangedCard={arrangedCard}
                isFirst={index === 0}
                isLast={index === cards.length - 1}
                onToggle={(isShown) =>
                  setCards((before) =>
                    before.map((item) => (item.card === arrangedCard.card ? { ...item, isShown } : item)),
                  )
                }
                onMove={(step) => move(arrangedCard.card.key, (from) => from + step)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </Modal>
  );
}

interface RowProps {
  arrangedCard: ArrangedCard;
  isFirst: boolean;
  isLast: boolean;
  onToggle(isShown: boolean): void;
  onMove(step: number): void;
}

function CardRow({ arrangedCard: { card, isShown }, isFirst, isLast, onToggle, onMove }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = useSortable({
    id: card.key,
  });
  return (
    <li
      ref={setNodeRef}
      className="sc-desk-row"
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-desk-row={card.key}
    >
      <span
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className="sc-column-grip"
        aria-label={`移动“${card.label}”`}
      >
        <HolderOutlined />
      </span>
      <Checkbox checked={isShown} onChange={(event) => onToggle(event.target.checked)}>
        {card.label}
      </Checkbox>
      <span className="sc-desk-arrows">
        <Button
          type="text"
          size="small"
          aria-label={`上移“${card.label}”`}
          disabled={isFirst}
          icon={<ArrowUpOutlined />}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          aria-label={`下移“${card.label}”`}
          disabled={isLast}
          icon={<ArrowDownOutlined />}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  );
}
