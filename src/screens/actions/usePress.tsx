import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction, FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { ActionDialog } from './ActionDialog.tsx';

interface Pressed {
  action: FormAction;
  records: readonly FormRecord[];
}

export interface Press {
  /** Asks, opens the dialog or acts at once, as the button says. */
  press(action: FormAction, records: readonly FormRecord[]): void;
  /** The key of the button that is being done; null: none. */
  busy: string | null;
  /** The open dialog, to be rendered. */
  dialog: ReactNode;
}

/** What happens when a button of the form is pressed on records. `onDone`: they have changed. */
export function usePress(definition: FormDefinition, onDone: () => void): Press {
  const services = useServices();
  const place = usePlace();
  const { message, confirm } = useFeedback();
  const [busy, setBusy] = useState<string | null>(null);
  const [open, setOpen] = useState<Pressed | null>(null);

  const act = async (
    { action, records }: Pressed,
    values: Pick<FormRecord, 'fieldsMap' | 'childTables'> | null,
    key: string,
  ): Promise<void> => {
    setBusy(action.key);
    try {
      const ids = records.map(({ id }) => id ?? '');
      const call = { action: action.key, ids, ...(values ? { dialog: values } : {}) };
      const answer = await services.records.act(definition.formKey, call, key);
      message.success(answer.done);
      setOpen(null);
      if (answer.open !== '') place.go(answer.open);
      else onDone();
    } finally {
      setBusy(null);
    }
  };
  const begin = (pressed: Pressed): Promise<void> | void => {
    if (pressed.action.dialog) return setOpen(pressed);
    return act(pressed, null, newId()).catch((error: unknown) => {
      message.error(messageOf(error), 6);
    });
  };
  return {
    busy,
    press(action, records) {
      const question = action.confirm ?? (action.danger && !action.dialog ? `确定${action.label}吗？` : null);
      const pressed = { action, records };
      if (question === null) void begin(pressed);
      else
        confirm({
          title: question,
          ...(records.length > 1 ? { content: `共 ${records.length} 条记录` } : {}),
          okText: action.label,
          isDanger: action.danger === true,
          onOk: () => begin(pressed),
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
