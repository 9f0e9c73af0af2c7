import { Button, Dropdown } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import { labelOf } from './actions.ts';
import type { ListAction } from './compile.ts';

interface Props {
  actions: readonly ListAction[];
  record: FormRecord;
  onRun(action: ListAction, record: FormRecord): void;
}

/** Beyond this many, the rest goes under 更多. */
const SHOWN = 3;

export function RowActions({ actions, record, onRun }: Props) {
  const [first, rest] =
    actions.length > SHOWN ? [actions.slice(0, SHOWN - 1), actions.slice(SHOWN - 1)] : [actions, []];
  const isDanger = (action: ListAction): boolean => action.type === 'danger' || action.name === 'remove';
  return (
    // A double click on a button must not also open the row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className="sc-row-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {first.map((action) => (
        <Button
          key={action.name}
          type="link"
          size="small"
          danger={isDanger(action)}
          onClick={() => onRun(action, record)}
          data-action={action.name}
        >
          {labelOf(action)}
        </Button>
      ))}
      {rest.length > 0 ? (
        <Dropdown
          menu={{
            items: rest.map((action) => ({
              key: action.name,
              label: labelOf(action),
              danger: isDanger(action),
              onClick: () => onRun(action, record),
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
