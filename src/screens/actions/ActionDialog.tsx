import { observer } from '@formily/reactive-react';
import { Alert, Modal } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { checkNothingPending, waitForCalls } from '../../runtime/host/checkNothingPending.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useIsClosed } from '../../runtime/host/useIsClosed.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useInlineForm } from '../shared/useInlineForm.ts';

interface Props {
  definition: FormDefinition;
  action: FormAction;
  /** Number of records on which the action runs. */
  recordCount: number;
  onRun(values: Pick<FormRecord, 'fieldsMap' | 'childTables'>): Promise<void>;
  onClose(): void;
}

/** Width of the dialog, in pixels. */
const WIDTH = 640;
/** Width of the labels, in pixels. */
const LABEL_WIDTH = 110;

/** Returns the problems in the answer of a refused call. */
const problemsOf = (error: unknown): readonly Problem[] =>
  (error instanceof ServiceError ? (error.data as { problems?: readonly Problem[] } | null)?.problems : null) ?? [];

/**
 * Dialog with the fields of a form button. After a failure the dialog stays open with its values and shows the reason.
 */
export const ActionDialog = observer(function ActionDialog({ definition, action, recordCount, onRun, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const pageSituation = useSituation();
  const { confirm } = useFeedback();
  const compiled = useInlineForm(
    definition.formKey,
    action.label,
    (action.dialog ?? []) as readonly unknown[],
    LABEL_WIDTH,
  );
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: '1' as const, recordId: null, flowState: '0' }),
    [pageSituation],
  );
  const session = useFormSession({ compiled, record: null, situation, services, mode: 'edit' });
  const [isBusy, setBusy] = useState(false);
  /**
   * True during `onRun`: the page may then be left without a confirmation, because the answer may open another page.
   */
  const isCallRunning = useRef(false);
  const isBlocked = useCallback(() => session.isDirty && !isCallRunning.current, [session]);
  const [failure, setFailure] = useState<unknown>(null);
  const isClosed = useIsClosed();
  const run = async (): Promise<void> => {
    setBusy(true);
    await waitForCalls(session);
    // cancelled during the wait
    if (isClosed.current) return;
    setBusy(false);
    if (!checkNothingPending(session)) return;
    const [first] = session.validate();
    if (first) {
      session.focusProblem(first.path);
      return;
    }
    setBusy(true);
    isCallRunning.current = true;
    setFailure(null);
    try {
      const { fieldsMap, childTables } = session.toRecord();
      await onRun({ fieldsMap, childTables });
    } catch (error) {
      setFailure(error);
      const [firstProblem] = problemsOf(error);
      if (firstProblem) session.focusProblem(firstProblem.path);
    } finally {
      isCallRunning.current = false;
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
      width={`min(${WIDTH}px, 96vw)`}
      title={recordCount > 1 ? `${action.label}（${recordCount} 条）` : action.label}
      okText={action.label}
      cancelText="取消"
      okButtonProps={{ danger: action.danger === true }}
      confirmLoading={isBusy}
      onOk={() => void run()}
      onCancel={close}
      maskClosable={false}
      destroyOnHidden
    >
      <LeaveGuard hasUnsavedInput={isBlocked} />
      {failure ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={[messageOf(failure), ...problemsOf(failure).map(({ message }) => message)].join('；')}
          className="sl-failure"
        />
      ) : null}
      <div data-dialog={action.key}>
        <FormView session={session} hasSaveAll={false} />
      </div>
    </Modal>
  );
});
