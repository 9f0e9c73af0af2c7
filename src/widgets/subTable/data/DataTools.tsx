import { useRef, useState } from 'react';
import { Button } from 'antd';
import { ImportOutlined, SelectOutlined } from '@ant-design/icons';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { LazyDialog } from '../../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { useTable, useTopic } from '../model.ts';
import { commandOf, type Command, type Doors } from './commands.ts';
import './data.css';

const PickDialog = lazyFace<{ onClose(): void }>(async () => (await import('./PickDialog.tsx')).PickDialog);
const ImportDialog = lazyFace<{ onClose(): void }>(async () => (await import('./ImportDialog.tsx')).ImportDialog);

const TYPES: Readonly<Record<string, 'primary' | 'dashed' | 'text' | 'link' | 'default'>> = {
  primary: 'primary',
  text: 'text',
  link: 'link',
  dashed: 'dashed',
};

/** What is downloaded when it is first used. */
const late = (load: () => Promise<unknown>): Promise<unknown> =>
  load().catch((error: unknown) => notice('warning', failureText(error)));

/** One file at a time: pressed again while it is made, a button makes no second one. */
function useOneFile(): { busy: string | null; make(what: string, load: () => Promise<unknown>): void } {
  const running = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    make(what, load) {
      if (running.current) return;
      running.current = true;
      setBusy(what);
      void late(load).finally(() => {
        running.current = false;
        setBusy(null);
      });
    },
  };
}

export type OwnDoors = Pick<Doors, 'add' | 'saveAll' | 'refresh'>;

/** SC-002, SC-004, SC-008: 选择数据, 导入数据, and the document's own buttons, each with what it can do here. */
export function DataTools({ own }: { own: OwnDoors }) {
  const model = useTable();
  const registry = useRegistry();
  const {
    store,
    table: { node },
    emit,
  } = model;
  useTopic(store.topics, 'structure');
  useTopic(store.topics, 'selection');
  // only filling down depends on where the cursor is
  useTopic(store.topics, hasTopButton(node, 'fillDown') ? 'cursor' : 'structure');
  const [open, setOpen] = useState<'pick' | 'import' | null>(null);
  const file = useOneFile();
  const close = (): void => setOpen(null);
  const doors: Doors = {
    ...own,
    pick: () => setOpen('pick'),
    importFiles: () => setOpen('import'),
    exportRows: () => file.make('exportData', async () => (await import('./exportRows.ts')).exportRows(model)),
    template: () => file.make('downloadTemplate', async () => (await import('./template.ts')).downloadTemplate(model)),
    fillDown: () => void late(async () => (await import('../grid/fill.ts')).fillDown(model)),
    plugin: (name) => (registry.action(name) ? () => emit(name, null) : undefined),
  };
  const pick =
    node.outsideAdd === '1' && !hasTopButton(node, 'outsideAdd') ? commandOf('outsideAdd', model, doors) : null;
  const importing =
    node.exportAdd === '1' && !hasTopButton(node, 'importData') ? commandOf('importData', model, doors) : null;
  return (
    <>
      {pick && (
        <Button size="small" icon={<SelectOutlined />} data-action="outside-add" {...stateOf(pick)}>
          选择数据
        </Button>
      )}
      {importing && (
        <Button size="small" icon={<ImportOutlined />} data-action="import-data" {...stateOf(importing)}>
          导入数据
        </Button>
      )}
      {node.topOpBtns?.map(({ btnName, type = '', eventType }) => {
        const command = commandOf(eventType, model, doors);
        return (
          command && (
            <Button
              key={`${eventType} ${btnName}`}
              size="small"
              type={TYPES[type] ?? 'default'}
              danger={type === 'danger'}
              loading={file.busy === eventType}
              data-action={eventType}
              {...stateOf(command)}
            >
              {btnName}
            </Button>
          )
        );
      })}
      {open !== null && (
        <LazyDialog onClose={close}>
          {open === 'pick' ? <PickDialog onClose={close} /> : <ImportDialog onClose={close} />}
        </LazyDialog>
      )}
    </>
  );
}

const stateOf = ({ run, why }: Command): { disabled: boolean; title: string | undefined; onClick(): void } => ({
  disabled: why !== null,
  title: why ?? undefined,
  onClick: run,
});
