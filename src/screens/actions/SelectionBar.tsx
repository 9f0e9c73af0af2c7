import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction, FormDefinition } from '../../kernel/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { isShown } from './shownActions.ts';

interface Props {
  definition: FormDefinition;
  actions: readonly FormAction[];
  records: readonly FormRecord[];
  busy: string | null;
  /** With the records that the button fits. */
  onPress(action: FormAction, records: readonly FormRecord[]): void;
  onClear(): void;
  /** What the list does by itself with selected rows. */
  children?: ReactNode;
}

/** What can be done with the selected rows. A button says how many of them it fits where that is not all. */
export function SelectionBar({ definition, actions, records, busy, onPress, onClear, children }: Props) {
  const registry = useRegistry();
  return (
    <div className="sc-toolbar sc-selection" role="toolbar" aria-label="所选记录">
      <span>已选 {records.length} 条</span>
      <div className="sc-toolbar-buttons">
        {actions.map((action) => {
          const fit = records.filter((record) => isShown(action, record, definition, registry));
          return (
            <Button
              key={action.key}
              danger={action.danger === true}
              disabled={fit.length === 0 || (busy !== null && busy !== action.key)}
              loading={busy === action.key}
              onClick={() => onPress(action, fit)}
              data-action={action.key}
            >
              {fit.length === records.length ? action.label : `${action.label}（${fit.length}）`}
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
