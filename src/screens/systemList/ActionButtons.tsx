import { Button, Dropdown } from 'antd';
import type { SystemAction, SystemRow } from './rows.ts';

interface Props {
  actions: readonly SystemAction[];
  row: SystemRow;
  onRun(action: SystemAction, row: SystemRow): void;
}

/** Beyond this many, the rest goes under 更多. */
const SHOWN = 3;

export function ActionButtons({ actions, row, onRun }: Props) {
  if (actions.length === 0) return null;
  const [first, rest] =
    actions.length > SHOWN ? [actions.slice(0, SHOWN - 1), actions.slice(SHOWN - 1)] : [actions, []];
  return (
    <span className="sc-row-actions">
      {first.map((action) => (
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
      {rest.length > 0 ? (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{
            items: rest.map((action) => ({
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
