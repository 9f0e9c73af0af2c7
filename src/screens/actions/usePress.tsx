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

/** Handles the clicks on the buttons of a form. */
export interface Press {
  /**
   * Handles a click on a button: confirms, opens its dialog, or runs it directly, according to its definition. Calls
   * `onEnd` with true after the button has run, and with false if the user cancelled or the server refused it.
   */
  press(action: FormAction, records: readonly FormRecord[], onEnd?: (isDone: boolean) => void): void;
  /** The key of the running button; null: none. */
  busyKey: string | null;
  /** The open dialog, which the caller renders. */
  dialog: ReactNode;
}

/**
 * Runs the buttons of a form on records. `onDone` is called after the records have changed. If the answer of the server
 * is lost, a second click on the button for the same records does not run the button twice, even after its dialog was
 * closed.
 */
export function usePress(definition: FormDefinition, onDone: () => void): Press {
  const services = useServices();
  const openAddress = useOpenAddress();
  const { message, confirm } = useFeedback();
  const [busyKey, setBusyKey] = useState<string | null>(null);
  /** A ref, because it must be set before the next render: the second click of a double click is then ignored. */
  const isRunning = useRef(false);
  const [openedAction, setOpenedAction] = useState<PressedAction | null>(null);
  const { formKey } = definition;
  const onceSender = useMemo(
    () => createOnceSender((call: ActionCall, key) => services.records.act(formKey, call, key)),
    [services, formKey],
  );

  const runOnServer = async (
    { action, records, onEnd }: PressedAction,
    values: Pick<FormRecord, 'fieldsMap' | 'childTables'> | null,
  ): Promise<void> => {
    isRunning.current = true;
    setBusyKey(action.key);
    try {
      const ids = records.map(({ id }) => id ?? '');
      const call = { action: action.key, ids, ...(values ? { dialog: values } : {}) };
      const { answer, kind } = await onceSender.send(call, [action.key, ...ids.toSorted()].join('|'));
      if (kind === 'new') message.success(answer.done);
      else message.warning(onceText(kind, answer.done, action.label), 6);
      setOpenedAction(null);
      onEnd?.(true);
      if (answer.open !== '') openAddress(answer.open);
      else onDone();
    } catch (error) {
      // The outcome is unknown, and some of the records may have changed. They are loaded again, because the user may
      // press the next button for a different selection.
      if (records.length > 1 && isOutcomeUnknown(error)) onDone();
      throw error;
    } finally {
      isRunning.current = false;
      setBusyKey(null);
    }
  };
  const openDialogOrRun = (pressedAction: PressedAction): Promise<void> | void => {
    if (pressedAction.action.dialog) return setOpenedAction(pressedAction);
    return runOnServer(pressedAction, null).catch((error: unknown) => {
      message.error(messageOf(error), 6);
      pressedAction.onEnd?.(false);
    });
  };
  return {
    busyKey,
    press(action, records, onEnd) {
      if (isRunning.current) return onEnd?.(false);
      const question = action.confirm ?? (action.danger && !action.dialog ? `确定${action.label}吗？` : null);
      const pressedAction = { action, records, onEnd };
      if (question === null) void openDialogOrRun(pressedAction);
      else
        confirm({
          title: question,
          ...(records.length > 1 ? { content: `共 ${records.length} 条记录` } : {}),
          okText: action.label,
          isDanger: action.danger === true,
          onOk: () => openDialogOrRun(pressedAction),
          onCancel: () => onEnd?.(false),
        });
    },
    dialog: openedAction ? (
      <ActionDialog
        definition={definition}
        action={openedAction.action}
        recordCount={openedAction.records.length}
        onRun={(values) => runOnServer(openedAction, values)}
        onClose={() => {
          setOpenedAction(null);
          openedAction.onEnd?.(false);
        }}
      />
    ) : null,
  };
}
