import { Button, Dropdown } from 'antd';
import type { SystemAction, SystemRow } from './rows.ts';

interface Props {
  actions: readonly SystemAction[];
  row: SystemRow;
  onRun(action: SystemAction, row: SystemRow): void;
}

/** Maximum number of buttons. With more actions, the last button opens the menu 更多 with the remaining actions. */
const MAX_BUTTONS = 3;

/** The action buttons of a row. */
export function ActionButtons({ actions, row, onRun }: Props) {
  if (actions.length === 0) return null;
  const [visibleActions, menuActions] =
    actions.length > MAX_BUTTONS ? [actions.slice(0, MAX_BUTTONS - 1), actions.slice(MAX_BUTTONS - 1)] : [actions, []];
  return (
    <span className="sc-row-actions">
      {visibleActions.map((action) => (
        <Button
          key={action.name}
          type="link"
          size="small"
          danger={action.type === 'danger'}
          onClick={() => onRun(action, row)}
          data-action={action.name}
        >
          {action.label}
        </Button>
      ))}
      {menuActions.length > 0 ? (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{
            items: menuActions.map((action) => ({
              key: action.name,
              label: <span data-action={action.name}>{action.label}</span>,
              danger: action.type === 'danger',
              onClick: () => onRun(action, row),
            })),
          }}
        >
          <Button type="link" size="small" data-action="more">
            更多
          </Button>
        </Dropdown>
      ) : null}
    </span>
  );
}
