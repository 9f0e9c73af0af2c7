import { useState } from 'react';
import { Button, Tag } from 'antd';
import { useSituation } from '../../../runtime/contexts.ts';
import { Dialog } from '../../../runtime/host/Dialog.tsx';
import { rememberPeople } from './recentChoices.ts';
import type { Chosen, SelectorKind } from './selectorData.ts';
import { TreePicker } from '../choice/TreePicker.tsx';
import { UserPicker } from './userPicker.tsx';

interface Props {
  kind: SelectorKind;
  isMultiple: boolean;
  chosen: readonly Chosen[];
  onConfirm(chosen: readonly Chosen[]): void;
  onClose(): void;
}

/** SE-001: 选择数据, 80% wide, moved by its title. What is chosen shows above the list and can be taken out there. */
export function SelectorDialog({ kind, isMultiple, chosen, onConfirm, onClose }: Props) {
  const [picked, setPicked] = useState<readonly Chosen[]>(chosen);
  const { user } = useSituation();
  const confirm = (items: readonly Chosen[]): void => {
    if (kind === 'user') rememberPeople(user.id, items);
    onConfirm(items);
  };
  const toggle = (item: Chosen): void => {
    if (!isMultiple) {
      setPicked([item]);
      return;
    }
    setPicked(picked.some(({ id }) => id === item.id) ? picked.filter(({ id }) => id !== item.id) : [...picked, item]);
  };
  const footer = (
    <>
      <Button data-action="cancel" onClick={onClose}>
        取消
      </Button>
      <Button type="primary" data-action="confirm" onClick={() => confirm(picked)}>
        {isMultiple ? `确定（已选 ${picked.length}）` : '确定'}
      </Button>
    </>
  );
  const props = {
    isMultiple,
    picked,
    onToggle: toggle,
    onTake: (item: Chosen) => {
      if (!isMultiple) confirm([item]);
    },
  };
  return (
    <Dialog title="选择数据" isOpen onClose={onClose} footer={footer}>
      <div className="sf-selected" aria-live="polite">
        <span>已选：</span>
        {picked.length === 0 && <span>无</span>}
        {picked.map((item) => (
          <Tag key={item.id} closable onClose={() => setPicked(picked.filter(({ id }) => id !== item.id))}>
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
  picked: readonly Chosen[];
  onToggle(item: Chosen): void;
  /** Chosen by double click: nothing else is wanted where only one can be. */
  onTake(item: Chosen): void;
}
