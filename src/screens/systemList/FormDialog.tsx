import { observer } from '@formily/reactive-react';
import { Alert, Modal, Skeleton } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import type { FormSession } from '../../runtime/form/session.ts';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { checkNothingPending } from '../../runtime/host/checkNothingPending.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useInlineForm } from '../shared/useInlineForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { fillText, fillParams, type SystemAction, type SystemRow } from './rows.ts';

interface Props {
  action: SystemAction;
  /** The row of the action; for an action of the list itself, the parameters of the list. */
  row: SystemRow;
  onClose(): void;
  onDone(answer: unknown): void;
}

const DEFAULT_WIDTH = 640;

/**
 * Converts a flat object to a record; arrays of objects become rows of sub-tables. An empty array may belong to a field
 * or to a sub-table, so the record contains it as both.
 */
export function toRecord(formKey: string, values: SystemRow): FormRecord {
  const tables = Object.entries(values).filter(
    (entry): entry is [string, Record<string, unknown>[]] =>
      Array.isArray(entry[1]) && entry[1].every((item) => typeof item === 'object' && item !== null),
  );
  const filledTableKeys = new Set(tables.filter(([, rows]) => rows.length > 0).map(([key]) => key));
  return {
    formKey,
    fieldsMap: Object.fromEntries(Object.entries(values).filter(([key]) => !filledTableKeys.has(key))),
    childTables: Object.fromEntries(
      tables.map(([key, rows]) => [key, rows.map((fieldsMap, index) => ({ id: `r${index}`, fieldsMap }))]),
    ),
  } as unknown as FormRecord;
}

/** Returns the values of the visible fields and the rows of all sub-tables by key, without companion labels. */
export function valuesOf(session: FormSession): Record<string, unknown> {
  const { fieldsMap, childTables } = session.toRecord();
  const keys = [...session.compiled.fields.keys()];
  const values: Record<string, unknown> = {};
  for (const key of keys) {
    const rows = childTables?.[key];
    const value = (fieldsMap as Record<string, unknown>)[key];
    if (rows) values[key] = rows.map((row) => withoutLabels(row.fieldsMap as Record<string, unknown>));
    else if (session.access(key).visible) values[key] = value === undefined ? null : value;
  }
  return values;
}

const withoutLabels = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !(key.endsWith('Label') && key.slice(0, -5) in values)));

/**
 * Dialog with the fields of an action, filled from the row or from a call. Asks for confirmation before it discards
 * input.
 */
export function FormDialog({ action, row, onClose, onDone }: Props) {
  // called here and not in FilledDialog: when FilledDialog is mounted, the focus may already be in the loading dialog
  useReturnedFocus();
  const services = useServices();
  const { load, reload } = useLoad<SystemRow>(
    () =>
      action.load === undefined
        ? Promise.resolve(row)
        : (services.request({
            url: action.load,
            method: 'GET',
            params: fillParams(action.loadParams ?? { id: '${id}' }, row),
          }) as Promise<SystemRow>),
    [services, action],
  );
  if (load.state === 'ready') return <FilledDialog {...{ action, onClose, onDone }} row={{ ...row, ...load.value }} />;
  return (
    <Modal open footer={null} title={fillText(action.title ?? action.label, row)} onCancel={onClose}>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : <Skeleton active />}
    </Modal>
  );
}

const FilledDialog = observer(function FilledDialog({ action, row, onClose, onDone }: Props) {
  const services = useServices();
  const pageSituation = useSituation();
  const { message, confirm } = useFeedback();
  const compiled = useInlineForm(
    'systemForm',
    action.title ?? action.label,
    (action.fields ?? []) as readonly unknown[],
    action.labelWidth,
  );
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: '1' as const, recordId: null, flowState: '0' }),
    [pageSituation],
  );
  const session = useFormSession({ compiled, record: null, situation, services, mode: 'edit' });
  const [isBusy, setBusy] = useState(false);
  /** True during the call: leaving then asks for no confirmation, because the answer may open another page. */
  const isLeavingAllowed = useRef(false);
  const isBlocked = useCallback(() => session.isDirty && !isLeavingAllowed.current, [session]);
  const [failure, setFailure] = useState<unknown>(null);
  const hasValues = Object.keys(row).length > 0;
  useEffect(() => {
    if (!hasValues) return;
    // the parameters of the list (tree node, conditions) fill some fields of a new object; other fields keep their
    // defaults
    const defaults = action.load === undefined ? (session.toRecord().fieldsMap as SystemRow) : {};
    session.load(toRecord('systemForm', { ...defaults, ...row }));
    // oxlint-disable-next-line react/exhaustive-deps -- filled once, when the dialog opens
  }, [session]);
  const save = async (): Promise<void> => {
    if (!checkNothingPending(session)) return;
    const [firstProblem] = session.validate();
    if (firstProblem) {
      session.focusProblem(firstProblem.path);
      return;
    }
    setBusy(true);
    isLeavingAllowed.current = true;
    setFailure(null);
    try {
      const answer = await services.request({
        url: action.url ?? '',
        method: 'POST',
        params: { ...fillParams(action.params, row), ...valuesOf(session) },
      });
      if (!action.tell) message.success(action.done ?? '已保存');
      onDone(answer);
    } catch (error) {
      setFailure(error);
    } finally {
      isLeavingAllowed.current = false;
      setBusy(false);
    }
  };
  const close = (): void => {
    if (session.isDirty) confirm({ title: '放弃填写的内容？', okText: '放弃', isDanger: true, onOk: onClose });
    else onClose();
  };
  return (
    <Modal
      open
      width={`min(${action.width ?? DEFAULT_WIDTH}px, 96vw)`}
      title={fillText(action.title ?? action.label, row)}
      okText={action.url === undefined ? '关闭' : '确定'}
      cancelText="取消"
      okButtonProps={{ danger: action.type === 'danger' }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={close}
      maskClosable={false}
      destroyOnHidden
    >
      <LeaveGuard hasUnsavedInput={isBlocked} />
      {failure ? (
        <Alert type="error" showIcon role="alert" message={messageOf(failure)} className="sl-failure" />
      ) : null}
      {action.note ? <p className="sc-note sl-note">{fillText(action.note, row)}</p> : null}
      <div data-dialog={action.name}>
        <FormView session={session} hasSaveAll={false} />
      </div>
    </Modal>
  );
});
