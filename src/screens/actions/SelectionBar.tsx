import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useRegistry, useSituation } from '../../runtime/contexts.ts';
import { isShown } from './shownActions.ts';

interface Props {
  definition: FormDefinition;
  actions: readonly FormAction[];
  records: readonly FormRecord[];
  busy: string | null;
  /** `records`: the selected records for which the button is shown. */
  onPress(action: FormAction, records: readonly FormRecord[]): void;
  onClear(): void;
  /** The list's built-in buttons for selected rows. */
  children?: ReactNode;
}

/** Buttons for the selected rows. A button that does not apply to all of them shows the number of applicable rows. */
export function SelectionBar({ definition, actions, records, busy, onPress, onClear, children }: Props) {
  const registry = useRegistry();
  const { user } = useSituation();
  return (
    <div className="sc-toolbar sc-selection" role="toolbar" aria-label="所选记录">
      <span>已选 {records.length} 条</span>
      <div className="sc-toolbar-buttons">
        {actions.map((action) => {
          const applicable = records.filter((record) => isShown(action, record, definition, registry, user));
          return (
            <Button
              key={action.key}
              danger={action.danger === true}
              disabled={applicable.length === 0 || (busy !== null && busy !== action.key)}
              loading={busy === action.key}
              onClick={() => onPress(action, applicable)}
              data-action={action.key}
            >
              {applicable.length === records.length ? action.label : `${action.label}（${applicable.length}）`}
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
