import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { fillText, fillParams, type SystemAction, type SystemRow } from './rows.ts';

/** The dialog or drawer that an action has opened. */
export interface OpenedAction {
  kind: 'form' | 'answer' | 'list' | 'import';
  action: SystemAction;
  /** For `answer`: the server's answer. Otherwise the row of the action or, without a row, the list's values. */
  row: SystemRow;
}

interface Options {
  /** Current parameters of the list call, for exports. */
  listParams: Readonly<Record<string, unknown>>;
  /** Values for `${key}` in actions of the list itself, which have no row. */
  listValues: Readonly<Record<string, unknown>>;
  onDone(): void;
}

/**
 * Runs actions of a system list: opens a dialog, page or drawer, downloads a file, or calls the server after
 * confirmation.
 */
export function useActions({ listParams, listValues, onDone }: Options) {
  const services = useServices();
  const navigation = usePageNavigation();
  const { message, confirm } = useFeedback();
  const [openedAction, setOpenedAction] = useState<OpenedAction | null>(null);

  const call = async (action: SystemAction, row: SystemRow): Promise<void> => {
    try {
      if (action.download) {
        await services.system.download(
          action.download.url,
          { data: { ...listParams, ...fillParams(action.params, row) } },
          action.download.fileName,
        );
        return;
      }
      const answer = await services.request({
        url: action.url ?? '',
        method: 'POST',
        params: fillParams(action.params, row),
      });
      if (action.tell) setOpenedAction({ kind: 'answer', action, row: answer as SystemRow });
      else message.success(action.done ?? '已完成');
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  const run = (action: SystemAction, actionRow: SystemRow | null): void => {
    const row = actionRow ?? listValues;
    if (action.open !== undefined) navigation.go(fillText(action.open, row).replace(/^#/, ''));
    else if (action.list) setOpenedAction({ kind: 'list', action, row });
    else if (action.importer) setOpenedAction({ kind: 'import', action, row });
    else if (action.fields && action.fields.length > 0) setOpenedAction({ kind: 'form', action, row });
    else if (action.confirm)
      confirm({
        title: fillText(action.confirm, row),
        okText: action.label,
        isDanger: action.type === 'danger',
        onOk: () => call(action, row),
      });
    else void call(action, row);
  };
  /** After the dialog's call: shows the server's answer if the action has `tell`, otherwise closes the dialog. */
  const finishFormDialog = (action: SystemAction, answer: unknown): void => {
    setOpenedAction(action.tell ? { kind: 'answer', action, row: answer as SystemRow } : null);
    onDone();
  };
  return { openedAction, close: () => setOpenedAction(null), showAnswer: finishFormDialog, run };
}
