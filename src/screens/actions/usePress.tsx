import { useRef, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useOpenAddress } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { ActionDialog } from './ActionDialog.tsx';

interface PressedAction {
  action: FormAction;
  records: readonly FormRecord[];
}

export interface Press {
  /** Handles a click on a button: confirms, opens its dialog, or runs it directly, according to its definition. */
  press(action: FormAction, records: readonly FormRecord[]): void;
  /** The key of the running button; null: none. */
  busy: string | null;
  /** The open dialog, which the caller renders. */
  dialog: ReactNode;
}

/** Runs the buttons of a form on records. `onDone` is called after the records have changed. */
export function usePress(definition: FormDefinition, onDone: () => void): Press {
  const services = useServices();
  const openAddress = useOpenAddress();
  const { message, confirm } = useFeedback();
  const [busy, setBusy] = useState<string | null>(null);
  /** Set before the next render, so that the second click of a double click finds it. */
  const isRunning = useRef(false);
  const [open, setOpen] = useState<PressedAction | null>(null);

  const act = async (
    { action, records }: PressedAction,
    values: Pick<FormRecord, 'fieldsMap' | 'childTables'> | null,
    key: string,
  ): Promise<void> => {
    isRunning.current = true;
    setBusy(action.key);
    try {
      const ids = records.map(({ id }) => id ?? '');
      const call = { action: action.key, ids, ...(values ? { dialog: values } : {}) };
      const answer = await services.records.act(definition.formKey, call, key);
      message.success(answer.done);
      setOpen(null);
      if (answer.open !== '') openAddress(answer.open);
      else onDone();
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };
  const start = (pressed: PressedAction): Promise<void> | void => {
    if (pressed.action.dialog) return setOpen(pressed);
    return act(pressed, null, newId()).catch((error: unknown) => {
      message.error(messageOf(error), 6);
    });
  };
  return {
    busy,
    press(action, records) {
      if (isRunning.current) return;
      const question = action.confirm ?? (action.danger && !action.dialog ? `确定${action.label}吗？` : null);
      const pressed = { action, records };
      if (question === null) void start(pressed);
      else
        confirm({
          title: question,
          ...(records.length > 1 ? { content: `共 ${records.length} 条记录` } : {}),
          okText: action.label,
          isDanger: action.danger === true,
          onOk: () => start(pressed),
        });
    },
    dialog: open ? (
      <ActionDialog
        definition={definition}
        action={open.action}
        count={open.records.length}
        onRun={(values, key) => act(open, values, key)}
        onClose={() => setOpen(null)}
      />
    ) : null,
  };
}
