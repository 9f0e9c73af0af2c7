import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useRegistry, useSituation } from '../../runtime/contexts.ts';
import { isButtonShown } from './shownActions.ts';

interface Props {
  definition: FormDefinition;
  actions: readonly FormAction[];
  records: readonly FormRecord[];
  /** The key of the running button; null: none. */
  busyKey: string | null;
  /** `records`: the selected records for which the button is shown. */
  onPress(action: FormAction, records: readonly FormRecord[]): void;
  onClear(): void;
  /** The list's built-in buttons for selected rows. */
  children?: ReactNode;
}

/** Buttons for the selected rows. A button that does not apply to all of them shows the number of applicable rows. */
export function SelectionBar({ definition, actions, records, busyKey, onPress, onClear, children }: Props) {
  const registry = useRegistry();
  const { user } = useSituation();
  return (
    <div className="sc-toolbar sc-selection" role="toolbar" aria-label="所选记录">
      <span>已选 {records.length} 条</span>
      <div className="sc-toolbar-buttons">
        {actions.map((action) => {
          const applicableRecords = records.filter((record) =>
            isButtonShown(action, record, definition, registry, user),
          );
          return (
            <Button
              key={action.key}
              danger={action.danger === true}
              disabled={applicableRecords.length === 0 || (busyKey !== null && busyKey !== action.key)}
              loading={busyKey === action.key}
              onClick={() => onPress(action, applicableRecords)}
              data-action={action.key}
            >
              {applicableRecords.length === records.length
                ? action.label
                : `${action.label}（${applicableRecords.length}）`}
            </Button>
          );
        })}
        {children}
        <Button type="link" onClick={onClear} data-action="clearSelection">
          取消选择
        </Button>
      </div>
    </div>
  );
}
