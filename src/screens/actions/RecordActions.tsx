import { Button, Dropdown, type MenuProps } from 'antd';
import { DownOutlined } from '@ant-design/icons';
import type { FormRecord } from '../../grammar/documents.ts';
import { buttonLocationsOf, type FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { CreateOffer } from '../../runtime/services/actions.ts';
import { detailAddress, usePlace } from '../place/place.ts';
import { flowStateOf } from '../shared/flowState.ts';
import { useLoad } from '../shared/useLoad.ts';
import { createQuery } from './createAddress.ts';
import { usePress } from './usePress.tsx';

interface Props {
  definition: FormDefinition;
  record: FormRecord;
  /** It is open as a task: the buttons of tasks stand there too. */
  isTask: boolean;
  onDone(): void;
}

/** The buttons of a record page: those of the form whose condition holds, and what may be made from the record. */
export function RecordActions({ definition, record, isTask, onDone }: Props) {
  const services = useServices();
  const place = usePlace();
  const { load } = useLoad(
    async () => services.records.offers(definition.formKey, record.id ?? ''),
    [services, definition.formKey, record.id, record.revision],
  );
  const { press, busy, dialog } = usePress(definition, onDone);
  const offers = load.value;
  if (!offers) return null;
  const offered = new Set(offers.actions.filter(({ isOffered }) => isOffered).map(({ key }) => key));
  const wanted = isTask ? 'task' : 'page';
  const actions = (definition.actions ?? []).filter(
    (action) => offered.has(action.key) && buttonLocationsOf(action).includes(wanted),
  );
  const open = (offer: CreateOffer): void =>
    place.go(
      detailAddress(createQuery(offer.formKey, { from: definition.formKey, id: record.id ?? '', index: offer.index })),
    );
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.key}
          danger={action.danger === true}
          loading={busy === action.key}
          disabled={busy !== null && busy !== action.key}
          onClick={() => press(action, [record])}
          data-action={action.key}
        >
          {action.label}
        </Button>
      ))}
      {isTask
        ? null
        : offers.createFrom
            .filter(({ isOffered, count }) => isOffered || count > 0)
            .map((offer) => (
              <CreateButton
                key={`${offer.formKey}/${offer.index}`}
                offer={offer}
                onCreate={() => open(offer)}
                onOpen={(id) => place.go(detailAddress({ formKey: offer.formKey, id }))}
              />
            ))}
      {dialog}
    </>
  );
}

/** Makes a record; what was made already stands beside it, with the ways to open it. */
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
