import { Button, Dropdown, type MenuProps } from 'antd';
import { DownOutlined } from '@ant-design/icons';
import type { FormRecord } from '../../grammar/documents.ts';
import { buttonLocationsOf } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { CreateOffer } from '../../runtime/services/actions.ts';
import { detailAddress, useOpenAddress } from '../navigation/pageNavigation.ts';
import { flowStateOf } from '../shared/flowState.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { newRecordQuery } from './createAddress.ts';
import { usePress } from './usePress.tsx';

interface Props {
  definition: FormDefinition;
  record: FormRecord;
  /** True when the record is open as a task: shows the buttons for tasks, otherwise the buttons for the page. */
  isTask: boolean;
  onDone(): void;
}

/**
 * Buttons of a record page: the form's buttons whose condition is met, and buttons to create records from this record.
 */
export function RecordActions({ definition, record, isTask, onDone }: Props) {
  const services = useServices();
  const openAddress = useOpenAddress();
  const { load, reload } = useLoad(
    async () => services.records.actions(definition.formKey, record.id ?? ''),
    [services, definition.formKey, record.id, record.revision],
  );
  const { press, busyKey, dialog } = usePress(definition, onDone);
  const availableActions = load.value;
  if (load.state === 'error')
    return (
      <Button type="dashed" onClick={reload} title={messageOf(load.error)} data-action="retry-offers">
        按钮加载失败，重试
      </Button>
    );
  if (!availableActions) return null;
  const offeredKeys = new Set(availableActions.actions.filter(({ isOffered }) => isOffered).map(({ key }) => key));
  const location = isTask ? 'task' : 'page';
  const actions = (definition.actions ?? []).filter(
    (action) => offeredKeys.has(action.key) && buttonLocationsOf(action).includes(location),
  );
  const openNewRecord = (offer: CreateOffer): void =>
    openAddress(
      detailAddress(
        newRecordQuery(offer.formKey, { from: definition.formKey, id: record.id ?? '', index: offer.index }),
      ),
    );
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.key}
          danger={action.danger === true}
          loading={busyKey === action.key}
          disabled={busyKey !== null && busyKey !== action.key}
          onClick={() => press(action, [record])}
          data-action={action.key}
        >
          {action.label}
        </Button>
      ))}
      {isTask
        ? null
        : availableActions.createFrom
            .filter(({ isOffered, count }) => isOffered || count > 0)
            .map((offer) => (
              <CreateButton
                key={`${offer.formKey}/${offer.index}`}
                offer={offer}
                onCreate={() => openNewRecord(offer)}
                onOpen={(id) => openAddress(detailAddress({ formKey: offer.formKey, id }))}
              />
            ))}
      {dialog}
    </>
  );
}

/** Button to create a record from this record. Existing records created from it are listed in a menu. */
function CreateButton({
  offer: { label, formName, formKey, isOffered, count, records },
  onCreate,
  onOpen,
}: {
  offer: CreateOffer;
  onCreate(): void;
  onOpen(id: string): void;
}) {
  if (count === 0)
    return (
      <Button onClick={onCreate} data-action={`create-${formKey}`}>
        {label}
      </Button>
    );
  const items: MenuProps['items'] = [
    ...(isOffered ? [{ key: 'create', label, onClick: onCreate }, { type: 'divider' as const }] : []),
    {
      key: 'made',
      type: 'group',
      label: `${formName}已有 ${count} 条`,
      children: records.map(({ id, title, flwState }) => ({
        key: id,
        label: flwState === '0' ? title : `${title}（${flowStateOf(flwState)?.label ?? ''}）`,
        onClick: () => onOpen(id),
      })),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button data-action={`create-${formKey}`}>
        {label}（已有 {count} 条） <DownOutlined />
      </Button>
    </Dropdown>
  );
}
