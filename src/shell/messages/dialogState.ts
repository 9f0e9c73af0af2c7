import { proxy } from 'valtio/vanilla';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import type { DialogKind } from './readMessage.ts';

/** EN-017: the dialog flags of the application; the misspelling `Samle` is part of the interface. */
export interface DialogFlags {
  dialogVisibleInfo: boolean;
  dialogVisibleReportData: boolean;
  dialogVisibleSamleInfo: boolean;
}

interface MessageDialogDefinition {
  flag: keyof DialogFlags;
  title: string;
  /** Screen keys: `list` shows all records, `detail` the record that the message names. */
  list: string;
  detail: string;
}

/** WM-007…009: the title and the screens of each dialog. */
export const MESSAGE_DIALOGS: Readonly<Record<DialogKind, MessageDialogDefinition>> = {
  reportModificationInfoDialog: {
    flag: 'dialogVisibleInfo',
    title: '报告修改信息',
    list: 'entrustManagement/reportModify/list',
    detail: 'entrustManagement/reportModify/detail',
  },
  editReportDataDialog: {
    flag: 'dialogVisibleReportData',
    title: '编辑报告数据',
    list: 'reportManagement/reportData/list',
    detail: 'reportManagement/reportData/detail',
  },
  editSampleDataDialog: {
    flag: 'dialogVisibleSamleInfo',
    title: '编辑样品数据',
    list: 'entrustManagement/sampleInfo/list',
    detail: 'entrustManagement/sampleInfo/detail',
  },
};

interface DialogState extends DialogFlags {
  /** Query of the screen in each dialog, from the message: the record `id` and `isEdit`; empty without a record. */
  queries: Partial<Record<DialogKind, Readonly<Record<string, string>>>>;
}

export interface MessageDialogs {
  state: DialogState;
  set(kind: DialogKind, isVisible: boolean, query: Readonly<Record<string, string>>): void;
  /** Like `set`, but asks for confirmation if unsaved input in an open dialog of this kind would be lost. */
  request(kind: DialogKind, isVisible: boolean, query: Readonly<Record<string, string>>): void;
  /** Sets the handler of the unsaved input of a dialog; null removes it. */
  setLeaveHandler(kind: DialogKind, handler: LeaveHandler | null): void;
}

const queryKey = (query: Readonly<Record<string, string>> | undefined): string => new URLSearchParams(query).toString();

export function createMessageDialogs(): MessageDialogs {
  const state = proxy<DialogState>({
    dialogVisibleInfo: false,
    dialogVisibleReportData: false,
    dialogVisibleSamleInfo: false,
    queries: {},
  });
  const leaveHandlers: Partial<Record<DialogKind, LeaveHandler | null>> = {};
  const set: MessageDialogs['set'] = (kind, isVisible, query) => {
    state.queries[kind] = query;
    state[MESSAGE_DIALOGS[kind].flag] = isVisible;
  };
  return {
    state,
    set,
    request(kind, isVisible, query) {
      const handler = leaveHandlers[kind];
      const isUnchanged = isVisible && queryKey(query) === queryKey(state.queries[kind]);
      if (!isUnchanged && handler?.hasUnsaved()) handler.ask(() => set(kind, isVisible, query));
      else set(kind, isVisible, query);
    },
    setLeaveHandler(kind, handler) {
      leaveHandlers[kind] = handler;
    },
  };
}
