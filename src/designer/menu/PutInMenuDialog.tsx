import { Alert, Checkbox, Modal, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { unusedPath, canHoldEntries, ancestryOf, titleOf } from '../../domain/menu/index.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { newDraft } from './draft.ts';
import { EntryFields } from './EntryFields.tsx';
import { useEntry } from './useEntry.ts';
import { useMenus, type Menus } from './useMenus.ts';
import './menu.css';

interface Props {
  /** The key of the screen to put into the menu. */
  component: string;
  /** The initial name of the entry. */
  name: string;
  /** Publishes the screen if needed; called before the entry is saved. */
  prepare?(): Promise<unknown>;
  /**
   * Grants the roles that see the entry (null: everybody) the rights to use the screen. Offered as a checkbox; called
   * before the entry is saved.
   */
  grant?(roles: readonly string[] | null): Promise<void>;
  onClose(): void;
}

/** The dialog that adds a screen to the menu. All open pages show the new entry at once. */
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
  return <PlacementForm {...props} menus={menus} />;
}

/** Parts of screen keys that say nothing about the subject of the screen. */
const GENERIC_PARTS = ['list', 'index', 'detail', 'todo', 'fill'];

/** Returns the last part of a screen key that names its subject: `leave` for `custom/leave/list`. */
function proposePath(component: string): string {
  const parts = component.split('/');
  return parts.findLast((part) => !GENERIC_PARTS.includes(part)) ?? component;
}

function PlacementForm({ component, name, prepare, grant, onClose, menus }: Props & { menus: Menus }) {
  const { message } = useFeedback();
  // the screen is validated as if it were published, because `prepare` publishes it
  const menusWithScreen = useMemo(
    () => ({
      ...menus,
      knownTargets: { ...menus.knownTargets, screens: new Set([...menus.knownTargets.screens, component]) },
    }),
    [menus, component],
  );
  const unchangedDraft = useMemo(() => {
    const parent = [...menus.rows.values()].find((row) => canHoldEntries(row));
    return newDraft('screen', parent?.id ?? null, {
      name,
      component,
      path: unusedPath(menus.rows, parent?.id ?? null, proposePath(component)),
      icon: 'form',
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the initial values must not change while the user types
  }, [component, name]);
  const [isGrantChosen, setGrantChosen] = useState(true);
  const canGrant = grant !== undefined;
  const entry = useEntry(unchangedDraft, menusWithScreen, {
    prepare: async (draft) => {
      await prepare?.();
      if (isGrantChosen && draft.visibility !== 'admin') await grant?.(draft.visibility === 'all' ? null : draft.roles);
    },
  });
  const existingEntries = [...menus.rows.values()]
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
      maskClosable={false}
    >
      {existingEntries.length > 0 ? (
        <Alert className="ds-menu-there" type="info" showIcon message={`菜单中已有：${existingEntries.join('；')}`} />
      ) : null}
      <EntryFields
        draft={entry.draft}
        menus={menusWithScreen}
        change={entry.change}
        problemAt={entry.problemAt}
        isScreenFixed
      />
      {canGrant && entry.draft.visibility !== 'admin' ? (
        <Checkbox checked={isGrantChosen} onChange={({ target }) => setGrantChosen(target.checked)} data-grant>
          同时允许{entry.draft.visibility === 'all' ? '所有人' : '所选角色'}查看列表、新增并维护本人的记录
        </Checkbox>
      ) : null}
    </Modal>
  );
}
