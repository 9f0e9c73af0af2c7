import { DownOutlined, ScanOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { actionsAt } from './shownActions.ts';

const ScanDialog = lazyFace(async () => (await import('./ScanDialog.tsx')).ScanDialog);

interface Props {
  definition: FormDefinition;
  /** Fixed conditions of the list. `isWholeUnit`: the list shows the records of the whole unit. */
  conditions: readonly ListCondition[];
  isWholeUnit: boolean;
  /** Called when the dialog is closed after records were changed. */
  onRecordsChanged(): void;
}

/** Button of a list, or menu for several actions, that runs an action of the form on records found by scanned codes. */
export function ScanButtons({ definition, conditions, isWholeUnit, onRecordsChanged }: Props) {
  const { user } = useSituation();
  const [openAction, setOpenAction] = useState<FormAction | null>(null);
  const actions = [
    ...new Set([...actionsAt(definition, 'row', user), ...actionsAt(definition, 'selection', user)]),
  ].filter(({ scan }) => scan !== undefined);
  const [first, ...otherActions] = actions;
  if (!first) return null;
  return (
    <>
      {otherActions.length === 0 ? (
        <Button icon={<ScanOutlined />} data-action={`scan-${first.key}`} onClick={() => setOpenAction(first)}>
          扫码{first.label}
        </Button>
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: actions.map((action) => ({
              key: action.key,
              label: <span data-action={`scan-${action.key}`}>{action.label}</span>,
              onClick: () => setOpenAction(action),
            })),
          }}
        >
          <Button icon={<ScanOutlined />} data-action="scan">
            扫码办理 <DownOutlined />
          </Button>
        </Dropdown>
      )}
      {openAction ? (
        <LazyDialog onClose={() => setOpenAction(null)}>
          <ScanDialog
            definition={definition}
            action={openAction}
            conditions={conditions}
            isWholeUnit={isWholeUnit}
            onClose={(hasChanged) => {
              setOpenAction(null);
              if (hasChanged) onRecordsChanged();
            }}
          />
        </LazyDialog>
      ) : null}
    </>
  );
}
