import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { filled, filledParams, type SystemAction, type SystemRow } from './rows.ts';

/** What an action has opened over the list. */
export interface OpenAction {
  kind: 'form' | 'told' | 'list' | 'import';
  action: SystemAction;
  row: SystemRow;
}

interface Options {
  /** What the list asks now: exported as it is shown. */
  asked: Readonly<Record<string, unknown>>;
  /** Parameters of the document, for `${key}` in actions of the list itself. */
  fixed: Readonly<Record<string, unknown>>;
  onDone(): void;
}

/** Runs the actions of a system list: a dialog, a call after a question, a file, another page, a list in a drawer. */
export function useActions({ asked, fixed, onDone }: Options) {
  const services = useServices();
  const place = usePlace();
  const { message, confirm } = useFeedback();
  const [open, setOpen] = useState<OpenAction | null>(null);

  const call = async (action: SystemAction, row: SystemRow): Promise<void> => {
    try {
      if (action.download) {
        const hide = message.loading('正在生成文件…', 0);
        try {
          await services.system.download(
            action.download.url,
            { data: { ...asked, ...filledParams(action.params, row) } },
            action.download.fileName,
          );
        } finally {
          hide();
        }
        return;
      }
      const answer = await services.request({
        url: action.url ?? '',
        method: 'POST',
        params: filledParams(action.params, row),
      });
      if (action.tell) setOpen({ kind: 'told', action, row: answer as SystemRow });
      else message.success(action.done ?? '已完成');
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  const run = (action: SystemAction, given: SystemRow | null): void => {
    const row = given ?? fixed;
    if (action.open !== undefined) place.go(filled(action.open, row).replace(/^#/, ''));
    else if (action.list) setOpen({ kind: 'list', action, row });
    else if (action.importer) setOpen({ kind: 'import', action, row });
    else if (action.fields && action.fields.length > 0) setOpen({ kind: 'form', action, row });
    else if (action.confirm)
      confirm({
        title: filled(action.confirm, row),
        okText: action.label,
        isDanger: action.type === 'danger',
        onOk: () => call(action, row),
      });
    else void call(action, row);
  };
  const told = (action: SystemAction, answer: unknown): void => {
    setOpen(action.tell ? { kind: 'told', action, row: answer as SystemRow } : null);
    onDone();
  };
  return { open, close: () => setOpen(null), told, run };
}
