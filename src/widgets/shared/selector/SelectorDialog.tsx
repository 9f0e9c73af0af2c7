import { useState } from 'react';
import { Button, Tag } from 'antd';
import { useSituation } from '../../../runtime/contexts.ts';
import { Dialog } from '../../../runtime/host/Dialog.tsx';
import { rememberPeople } from './recentPeople.ts';
import { hasName, type ChosenItem, type SelectorKind } from './selectorData.ts';
import { TreePicker } from '../choice/TreePicker.tsx';
import { UserPicker } from './UserPicker.tsx';

interface Props {
  kind: SelectorKind;
  isMultiple: boolean;
  /** The items that are selected when the dialog opens. */
  chosen: readonly ChosenItem[];
  /** The text that is searched when the dialog opens. */
  searchText?: string;
  onConfirm(chosen: readonly ChosenItem[]): void;
  onClose(): void;
}

/** SE-001: dialog 选择数据, 80% wide, draggable by its title. The chosen items are shown above and can be removed. */
export function SelectorDialog({ kind, isMultiple, chosen, searchText = '', onConfirm, onClose }: Props) {
  const [picked, setPicked] = useState<readonly ChosenItem[]>(chosen);
  // names of chosen items may be loaded after the dialog has opened
  const nameById = new Map(chosen.map(({ id, label }) => [id, label]));
  const pickedWithNames = picked.map((item) =>
    hasName(item) ? item : { ...item, label: nameById.get(item.id) ?? item.label },
  );
  const { user } = useSituation();
  const confirm = (items: readonly ChosenItem[]): void => {
    if (kind === 'user') rememberPeople(user.id, items);
    onConfirm(items);
  };
  const toggle = (item: ChosenItem): void => {
    if (!isMultiple) {
      setPicked([item]);
      return;
    }
    setPicked(
      pickedWithNames.some(({ id }) => id === item.id)
        ? pickedWithNames.filter(({ id }) => id !== item.id)
        : [...pickedWithNames, item],
    );
  };
  const removeItem = (itemId: string): void => setPicked((current) => current.filter(({ id }) => id !== itemId));
  const footer = (
    <>
      <Button data-action="cancel" onClick={onClose}>
        取消
      </Button>
      <Button type="primary" data-action="confirm" onClick={() => confirm(pickedWithNames)}>
        {isMultiple ? `确定（已选 ${pickedWithNames.length}）` : '确定'}
      </Button>
    </>
  );
  const props = {
    isMultiple,
    initialSearchText: searchText,
    picked: pickedWithNames,
    onToggle: toggle,
    onDrop: removeItem,
    onTake: (item: ChosenItem) => {
      if (!isMultiple) confirm([item]);
    },
  };
  return (
    <Dialog title="选择数据" isOpen onClose={onClose} footer={footer}>
      <div className="sf-selected" aria-live="polite">
        <span>已选：</span>
        {pickedWithNames.length === 0 && <span>无</span>}
        {pickedWithNames.map((item) => (
          <Tag key={item.id} closable onClose={() => removeItem(item.id)}>
            {item.label}
          </Tag>
        ))}
      </div>
      {kind === 'user' ? <UserPicker {...props} /> : <TreePicker kind={kind} {...props} />}
    </Dialog>
  );
}

export interface PickerProps {
  isMultiple: boolean;
  initialSearchText: string;
  picked: readonly ChosenItem[];
  onToggle(item: ChosenItem): void;
  /** Removes the item from the chosen items, if it is one of them. */
  onDrop(id: string): void;
  /** Called on double click: if only one item can be chosen, chooses the item and confirms. */
  onTake(item: ChosenItem): void;
}
