import { Button, Dropdown } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import { labelOf } from './actions.ts';
import type { ListAction } from './compile.ts';

interface Props {
  actions: readonly ListAction[];
  /** Buttons of the form, shown after those of the list. */
  buttons?: readonly FormAction[];
  /** True while a button of the form is running; these buttons are then disabled. */
  isBusy?: boolean;
  record: FormRecord;
  onRunFormButton?(action: FormAction): void;
  onRunListAction(action: ListAction, record: FormRecord): void;
}

interface Item {
  name: string;
  label: string;
  isDanger: boolean;
  isDisabled: boolean;
  run(): void;
}

/** Maximum number of buttons; with more actions, the last button opens the menu 更多 with the rest. */
const MAX_BUTTONS = 3;

/** The buttons of one row: list actions, then form buttons. */
export function RowActions({ actions, buttons = [], isBusy = false, record, onRunListAction, onRunFormButton }: Props) {
  const items: Item[] = [
    ...actions.map((action) => ({
      name: action.name,
      label: labelOf(action),
      isDanger: action.type === 'danger' || action.name === 'remove',
      isDisabled: false,
      run: () => onRunListAction(action, record),
    })),
    ...buttons.map((action) => ({
      name: action.key,
      label: action.label,
      isDanger: action.danger === true,
      isDisabled: isBusy,
      run: () => onRunFormButton?.(action),
    })),
  ];
  const [visibleItems, menuItems] =
    items.length > MAX_BUTTONS ? [items.slice(0, MAX_BUTTONS - 1), items.slice(MAX_BUTTONS - 1)] : [items, []];
  return (
    // a double click on a button must not also open the row
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className="sc-row-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {visibleItems.map((action) => (
        <Button
          key={action.name}
          type="link"
          size="small"
          danger={action.isDanger}
          disabled={action.isDisabled}
          onClick={action.run}
          data-action={action.name}
        >
          {action.label}
        </Button>
      ))}
      {menuItems.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: menuItems.map((action) => ({
              key: action.name,
              label: action.label,
              danger: action.isDanger,
              disabled: action.isDisabled,
              onClick: action.run,
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
