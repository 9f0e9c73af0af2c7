import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ActionCall } from '../../runtime/services/actions.ts';
import { useOpenAddress } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import { createOnceSender, isOutcomeUnknown, onceText } from '../shared/sendOnce.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { ActionDialog } from './ActionDialog.tsx';

interface PressedAction {
  action: FormAction;
  records: readonly FormRecord[];
  /** Called once, after the button has run or was cancelled or refused. */
  onEnd?: ((isDone: boolean) => void) | undefined;
}

export interface Press {
  /**
   * Handles a click on a button: confirms, opens its dialog, or runs it directly, according to its definition. Calls
   * `onEnd` with true after the button has run, and with false if the user cancelled or the server refused it.
   */
  press(action: FormAction, records: readonly FormRecord[], onEnd?: (isDone: boolean) => void): void;
  /** The key of the running button; null: none. */
  busy: string | null;
  /** The open dialog, which the caller renders. */
  dialog: ReactNode;
}

/**
 * Runs the buttons of a form on records. `onDone` is called after the records have changed. If the answer to a button
 * is lost, pressing the button again on the same records does not run it twice, even after its dialog was closed.
 */
export function usePress(definition: FormDefinition, onDone: () => void): Press {
  const services = useServices();
  const openAddress = useOpenAddress();
  const { message, confirm } = useFeedback();
  const [busy, setBusy] = useState<string | null>(null);
  /** Set before the next render, so that the second click of a double click is ignored. */
  const isRunning = useRef(false);
  const [open, setOpen] = useState<PressedAction | null>(null);
  const { formKey } = definition;
  const once = useMemo(
    () => createOnceSender((call: ActionCall, key) => services.records.act(formKey, call, key)),
    [services, formKey],
  );

  const act = async (
    { action, records, onEnd }: PressedAction,
    values: Pick<FormRecord, 'fieldsMap' | 'childTables'> | null,
  ): Promise<void> => {
    isRunning.current = true;
    setBusy(action.key);
    try {
      const ids = records.map(({ id }) => id ?? '');
      const call = { action: action.key, ids, ...(values ? { dialog: values } : {}) };
      const { answer, kind } = await once.send(call, [action.key, ...ids.toSorted()].join('|'));
      if (kind === 'new') message.success(answer.done);
      else message.warning(onceText(kind, answer.done, action.label), 6);
      setOpen(null);
      onEnd?.(true);
      if (answer.open !== '') openAddress(answer.open);
      else onDone();
    } catch (error) {
      // some records may have changed: reload them, because the user may next press a button for other selected records
      if (records.length > 1 && isOutcomeUnknown(error)) onDone();
      throw error;
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };
  const start = (pressed: PressedAction): Promise<void> | void => {
    if (pressed.action.dialog) return setOpen(pressed);
    return act(pressed, null).catch((error: unknown) => {
      message.error(messageOf(error), 6);
      pressed.onEnd?.(false);
    });
  };
  return {
    busy,
    press(action, records, onEnd) {
      if (isRunning.current) return onEnd?.(false);
      const question = action.confirm ?? (action.danger && !action.dialog ? `确定${action.label}吗？` : null);
      const pressed = { action, records, onEnd };
      if (question === null) void start(pressed);
      else
        confirm({
          title: question,
          ...(records.length > 1 ? { content: `共 ${records.length} 条记录` } : {}),
          okText: action.label,
          isDanger: action.danger === true,
          onOk: () => start(pressed),
          onCancel: () => onEnd?.(false),
        });
    },
    dialog: open ? (
      <ActionDialog
        definition={definition}
        action={open.action}
        count={open.records.length}
        onRun={(values) => act(open, values)}
        onClose={() => {
          setOpen(null);
          open.onEnd?.(false);
        }}
      />
    ) : null,
  };
}
