import { useRef, useState, type MouseEvent } from 'react';
import { Button } from 'antd';
import { ImportOutlined, SelectOutlined } from '@ant-design/icons';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { LazyDialog } from '../../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { useTable, useTopic } from '../model.ts';
import { commandOf, type Command, type CommandHandlers } from './commands.ts';
import './data.css';

const PickDialog = lazyFace<{ onClose(): void }>(async () => (await import('./PickDialog.tsx')).PickDialog);
const ImportDialog = lazyFace<{ onClose(): void }>(async () => (await import('./ImportDialog.tsx')).ImportDialog);

const BUTTON_TYPES: Readonly<Record<string, 'primary' | 'dashed' | 'text' | 'link' | 'default'>> = {
  primary: 'primary',
  text: 'text',
  link: 'link',
  dashed: 'dashed',
};

/** Props of a button that acts on the selected cells: the cells keep focus and selection when the button is pressed. */
const CELL_KEEPING_PROPS = {
  'data-keeps-cell': true,
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
};

/** Runs code that loads a module on demand; shows a message on failure. */
const withFailureNotice = (action: () => Promise<unknown>): Promise<unknown> =>
  action().catch((error: unknown) => notice('warning', failureText(error)));

/**
 * Runs one action at a time: a press during a running action is ignored, and a failure is shown. `runningEventType`:
 * event type of the button with the running action.
 */
function useSingleAction(): {
  runningEventType: string | null;
  run(eventType: string, action: () => Promise<unknown>): void;
} {
  const isRunning = useRef(false);
  const [runningEventType, setRunningEventType] = useState<string | null>(null);
  return {
    runningEventType,
    run(eventType, action) {
      if (isRunning.current) return;
      isRunning.current = true;
      setRunningEventType(eventType);
      void withFailureNotice(action).finally(() => {
        isRunning.current = false;
        setRunningEventType(null);
      });
    },
  };
}

export type ToolbarHandlers = Pick<CommandHandlers, 'add' | 'saveAll' | 'refresh'>;

/** 选择数据, 导入数据 and the configured buttons above the table (SC-002, SC-004, SC-008). */
export function DataTools({ toolbarHandlers }: { toolbarHandlers: ToolbarHandlers }) {
  const model = useTable();
  const registry = useRegistry();
  const {
    store,
    table: { node },
    emit,
  } = model;
  useTopic(store.topics, 'structure');
  useTopic(store.topics, 'selection');
  // only fillDown depends on the cursor
  useTopic(store.topics, hasTopButton(node, 'fillDown') ? 'cursor' : 'structure');
  const [openDialog, setOpenDialog] = useState<'pick' | 'import' | null>(null);
  const fileCreation = useSingleAction();
  const pluginRun = useSingleAction();
  const close = (): void => setOpenDialog(null);
  const handlers: CommandHandlers = {
    ...toolbarHandlers,
    pick: () => setOpenDialog('pick'),
    importFiles: () => setOpenDialog('import'),
    exportRows: () => fileCreation.run('exportData', async () => (await import('./exportRows.ts')).exportRows(model)),
    downloadTemplate: () =>
      fileCreation.run('downloadTemplate', async () => (await import('./template.ts')).downloadTemplate(model)),
    fillDown: () =>
      void withFailureNotice(async () => {
        (await import('../grid/fill.ts')).fillDown(model);
        const cell = store.cursor.active();
        if (cell) model.surface.current?.focus(cell, true);
      }),
    pluginAction: (name) =>
      registry.action(name) ? () => pluginRun.run(name, async () => emit(name, null)) : undefined,
  };
  const pickCommand =
    node.outsideAdd === '1' && !hasTopButton(node, 'outsideAdd') ? commandOf('outsideAdd', model, handlers) : null;
  const importCommand =
    node.exportAdd === '1' && !hasTopButton(node, 'importData') ? commandOf('importData', model, handlers) : null;
  return (
    <>
      {pickCommand && (
        <Button size="small" icon={<SelectOutlined />} data-action="outside-add" {...buttonProps(pickCommand)}>
          选择数据
        </Button>
      )}
      {importCommand && (
        <Button size="small" icon={<ImportOutlined />} data-action="import-data" {...buttonProps(importCommand)}>
          导入数据
        </Button>
      )}
      {node.topOpBtns?.map(({ btnName, type = '', eventType }) => {
        const command = commandOf(eventType, model, handlers);
        return (
          command && (
            <Button
              key={`${eventType} ${btnName}`}
              size="small"
              type={BUTTON_TYPES[type] ?? 'default'}
              danger={type === 'danger'}
              loading={[fileCreation, pluginRun].some(({ runningEventType }) => runningEventType === eventType)}
              data-action={eventType}
              {...(eventType === 'fillDown' ? CELL_KEEPING_PROPS : {})}
              {...buttonProps(command)}
            >
              {btnName}
            </Button>
          )
        );
      })}
      {openDialog !== null && (
        <LazyDialog onClose={close}>
          {openDialog === 'pick' ? <PickDialog onClose={close} /> : <ImportDialog onClose={close} />}
        </LazyDialog>
      )}
    </>
  );
}

const buttonProps = ({
  run,
  disabledReason,
}: Command): { disabled: boolean; title: string | undefined; onClick(): void } => ({
  disabled: disabledReason !== null,
  title: disabledReason ?? undefined,
  onClick: run,
});
