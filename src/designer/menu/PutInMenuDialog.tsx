import { Alert, Checkbox, Modal, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { freePath, canHoldEntries, ancestryOf, titleOf } from '../../domain/menu/index.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { newDraft } from './draft.ts';
import { EntryFields } from './EntryFields.tsx';
import { useEntry } from './useEntry.ts';
import { useMenus, type Menus } from './useMenus.ts';
import './menu.css';

interface Props {
  /** The view to be put into the menu, and the name it begins with. */
  component: string;
  name: string;
  /** Publishes the view where it is not yet; it is done first. */
  prepare?(): Promise<unknown>;
  /** Lets those who see the entry (null: everybody) use what it shows; offered as a tick, done before the entry is made. */
  grant?(roles: readonly string[] | null): Promise<void>;
  onClose(): void;
}

/** Puts a published view into the menu: name, place and for whom; everybody's open pages show it at once. */
export function PutInMenuDialog(props: Props) {
  useReturnedFocus();
  const { load, menus, reload } = useMenus();
  if (load.state === 'error')
    return (
      <Modal open title="放进菜单" footer={null} onCancel={props.onClose}>
        <Failure error={load.error} onRetry={reload} />
      </Modal>
    );
  if (!menus)
    return (
      <Modal open title="放进菜单" footer={null} onCancel={props.onClose}>
        <Skeleton active />
      </Modal>
    );
  return <Placing {...props} menus={menus} />;
}

/** Last parts of keys that say nothing of what the view is about. */
const VIEWS = ['list', 'index', 'detail', 'todo', 'fill'];

function wishOf(component: string): string {
  const parts = component.split('/');
  return parts.findLast((part) => !VIEWS.includes(part)) ?? component;
}

function Placing({ component, name, prepare, grant, onClose, menus }: Props & { menus: Menus }) {
  const { message } = useFeedback();
  // to be published by `prepare` counts as published
  const around = useMemo(
    () => ({ ...menus, known: { ...menus.known, screens: new Set([...menus.known.screens, component]) } }),
    [menus, component],
  );
  const start = useMemo(() => {
    const parent = [...menus.rows.values()].find((row) => canHoldEntries(row));
    return newDraft('screen', parent?.id ?? null, {
      name,
      component,
      path: freePath(menus.rows, parent?.id ?? null, wishOf(component)),
      icon: 'form',
    });
    // the form begins once: what colleagues change meanwhile is judged, not written over what is typed
    // oxlint-disable-next-line react/exhaustive-deps -- begins once
  }, [component, name]);
  const [isGranted, setGranted] = useState(true);
  const isOffered = grant !== undefined;
  const entry = useEntry(start, around, async (draft) => {
    await prepare?.();
    if (isGranted && draft.who !== 'admin') await grant?.(draft.who === 'all' ? null : draft.roles);
  });
  const there = [...menus.rows.values()]
    .filter(({ item }) => item.component === component)
    .map((row) => ancestryOf(menus.rows, row.id).reverse().map(titleOf).join(' / '));
  const save = async (): Promise<void> => {
    if (!(await entry.save())) return;
    message.success(`“${entry.draft.name.trim()}”已放进菜单，已打开的页面随即更新`);
    onClose();
  };
  return (
    <Modal
      open
      title="放进菜单"
      okText="放进菜单"
      cancelText="取消"
      confirmLoading={entry.isBusy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {there.length > 0 ? (
        <Alert className="ds-menu-there" type="info" showIcon message={`菜单中已有：${there.join('；')}`} />
      ) : null}
      <EntryFields draft={entry.draft} menus={around} change={entry.change} problemAt={entry.problemAt} isFixedView />
      {isOffered && entry.draft.who !== 'admin' ? (
        <Checkbox checked={isGranted} onChange={({ target }) => setGranted(target.checked)} data-grant>
          同时允许{entry.draft.who === 'all' ? '所有人' : '所选角色'}查看列表、新增并维护本人的记录
        </Checkbox>
      ) : null}
    </Modal>
  );
}
