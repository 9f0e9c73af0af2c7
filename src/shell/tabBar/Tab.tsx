import { memo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { CloseOutlined, PushpinFilled } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { Link } from 'react-router-dom';
import { addressOf, NO_NAME, type CloseCommand, type TabView } from './tabs.ts';
import { useTabs } from './tabsContext.ts';
import type { TabActions } from './useTabActions.ts';

interface Props {
  tab: Readonly<TabView>;
  isActive: boolean;
  actions: TabActions;
}

/** Key and Chinese label of the commands of TA-001. */
const COMMANDS: readonly (readonly [CloseCommand | 'refresh', string])[] = [
  ['refresh', '刷新页面'],
  ['one', '关闭当前'],
  ['others', '关闭其他'],
  ['left', '关闭左侧'],
  ['right', '关闭右侧'],
  ['all', '关闭全部'],
];

/** One tab: a link, a close button, and a context menu with commands. */
export const Tab = memo(function Tab({ tab, isActive, actions }: Props) {
  const { id, affix, isDirty } = tab;
  const title = tab.title === NO_NAME ? '未命名' : tab.title;
  const close = (): void => {
    if (!affix) actions.close('one', id);
  };
  const run = (command: CloseCommand | 'refresh'): void => {
    if (command === 'refresh') actions.refresh(id);
    else actions.close(command, id);
  };
  const tabs = useTabs();
  // computed when the menu opens: commands that would close no tab are disabled
  const [disabledCommands, setDisabledCommands] = useState<readonly string[]>([]);
  const updateDisabledCommands = (): void =>
    setDisabledCommands(
      COMMANDS.flatMap(([key]) => (key !== 'refresh' && tabs.listClosable(key, id).length === 0 ? [key] : [])),
    );
  const items: MenuProps['items'] = COMMANDS.map(([key, label]) => ({
    key,
    label: <span data-action={`tab-${key}`}>{label}</span>,
    disabled: disabledCommands.includes(key),
  }));
  const closeOnMiddleClick = (event: MouseEvent): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    close();
  };
  const closeOnDelete = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') close();
  };
  return (
    <Dropdown
      trigger={['contextMenu']}
      onOpenChange={(isOpen) => {
        if (isOpen) updateDisabledCommands();
      }}
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          run(key as CloseCommand | 'refresh');
        },
      }}
    >
      <li
        className="sf-tab"
        data-tab={addressOf(tab)}
        data-affix={affix || undefined}
        data-dirty={isDirty || undefined}
      >
        <Link
          to={addressOf(tab)}
          title={isDirty ? `${title}（未保存）` : title}
          aria-current={isActive ? 'page' : undefined}
          onMouseDown={(event) => {
            if (event.button === 1) event.preventDefault();
          }}
          onAuxClick={closeOnMiddleClick}
          onKeyDown={closeOnDelete}
        >
          {affix && <PushpinFilled className="sf-tab-pin" aria-label="固定" />}
          <span className="sf-tab-title">{title}</span>
          {isDirty && (
            <span className="sf-tab-dirty">
              <span className="sf-unseen">（未保存）</span>
            </span>
          )}
        </Link>
        {!affix && (
          <button
            type="button"
            className="sf-tab-close"
            data-action="close-tab"
            aria-label={`关闭${title}`}
            onClick={close}
          >
            <CloseOutlined />
          </button>
        )}
      </li>
    </Dropdown>
  );
});
