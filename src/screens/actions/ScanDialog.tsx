import {
  CameraOutlined,
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  NumberOutlined,
} from '@ant-design/icons';
import { observer } from '@formily/reactive-react';
import { Alert, Button, Input, type InputRef } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { checkNothingPending, waitForCalls } from '../../runtime/host/checkNothingPending.ts';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import { COARSE_POINTER, useMediaQuery } from '../../runtime/host/mediaQuery.ts';
import { useIsClosed } from '../../runtime/host/useIsClosed.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { beep } from '../../widgets/shared/scan/beep.ts';
import { CameraScanner } from '../../widgets/shared/scan/CameraScanner.tsx';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { useFeedback } from '../shared/useFeedback.ts';
import { useInlineForm } from '../shared/useInlineForm.ts';
import './scan.css';
import { useScans, type DialogValues, type Scan } from './useScans.ts';

interface Props {
  definition: FormDefinition;
  action: FormAction;
  /** The fixed conditions of the list; only records that meet them are found. */
  conditions: readonly ListCondition[];
  /** True when the list shows the records of the whole unit. */
  isWholeUnit: boolean;
  /** `hasChanged`: the button has run, or may have run, on at least one record. */
  onClose(hasChanged: boolean): void;
}

const NO_FIELDS: readonly unknown[] = [];
/** Widths of the dialog and of its labels, in pixels. */
const WIDTH = 640;
const LABEL_WIDTH = 110;
/** Time after which the opened dialog no longer moves the focus. */
const FOCUS_DELAY_MS = 300;
/** Selects elements that accept typed text. Keys typed into other elements are redirected to the input for codes. */
const TEXT_INPUT_SELECTOR =
  'textarea, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"], [type="file"])';
/** Selects elements that keep the focus after use. From other elements the focus returns to the input for codes. */
const FOCUS_KEEPING_SELECTOR = 'input, textarea, select, button, a, [contenteditable="true"], [role="combobox"]';

/**
 * Runs a button on one record after another, each found by its code: from a hand scanner, which types the code and
 * Enter, or from the camera. The fields of the button's dialog are filled in once for all records. Below the input, a
 * list shows each scanned code with its state and a message; the message of a failed code is the reason.
 */
export const ScanDialog = observer(function ScanDialog({
  definition,
  action,
  conditions,
  isWholeUnit,
  onClose,
}: Props) {
  const services = useServices();
  const pageSituation = useSituation();
  const { message, confirm } = useFeedback();
  const fields = (action.dialog as readonly unknown[] | undefined) ?? NO_FIELDS;
  const compiled = useInlineForm(definition.formKey, action.label, fields, LABEL_WIDTH);
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: '1' as const, recordId: null, flowState: '0' }),
    [pageSituation],
  );
  const session = useFormSession({ compiled, record: null, situation, services, mode: 'edit' });
  const { scans, label, add, repeat } = useScans({
    definition,
    action,
    conditions,
    isWholeUnit,
    onOutcome: (isDone) => beep(isDone ? 'done' : 'failed'),
  });
  const input = useRef<InputRef>(null);
  const [code, setCode] = useState('');
  const [isCameraOn, setCameraOn] = useState(false);
  const isTouch = useMediaQuery(COARSE_POINTER);
  /** Whether the input opens the on-screen keyboard of a touch device. Off at first: a scanner needs no keyboard. */
  const [isKeyboardOn, setKeyboardOn] = useState(false);
  const focusInput = (): void => input.current?.focus({ preventScroll: true });
  // a `Dialog` does not set the focus on a touch device, but a scanner that types needs the focus in the input
  useEffect(() => {
    if (!action.dialog) setTimeout(focusInput, FOCUS_DELAY_MS);
  }, [action.dialog]);

  /**
   * Returns the values of the button's dialog; null without a dialog. If the values are invalid, or calls or uploads
   * are not completed, shows this to the user and returns undefined.
   */
  const dialogValues = (): DialogValues | null | undefined => {
    if (!action.dialog) return null;
    if (!checkNothingPending(session)) return undefined;
    const [firstProblem] = session.validate();
    if (firstProblem) {
      session.focusProblem(firstProblem.path);
      return undefined;
    }
    const { fieldsMap, childTables } = session.toRecord();
    return { fieldsMap, childTables };
  };
  /** Scanned codes that wait until the fields of the dialog are filled, by a person or by a call. */
  const waitingCodes = useRef<readonly string[]>([]);
  /** The waiting codes that are shown: `waitingCodes` after the last attempt to process them. */
  const [shownWaitingCodes, setShownWaitingCodes] = useState<readonly string[]>([]);
  /** True while `processCode` waits for calls that fill fields. Codes scanned meanwhile are added to `waitingCodes`. */
  const isProcessing = useRef(false);
  const isClosed = useIsClosed();
  /** Adds a scanned code to the waiting codes; '' adds none. Then processes them if the dialog is filled in. */
  const processCode = async (scannedCode: string): Promise<void> => {
    setCode('');
    if (scannedCode.trim() !== '') waitingCodes.current = [...new Set([...waitingCodes.current, scannedCode.trim()])];
    if (waitingCodes.current.length === 0 || isProcessing.current) return;
    isProcessing.current = true;
    await waitForCalls(session);
    isProcessing.current = false;
    if (isClosed.current) return;
    const values = dialogValues();
    if (values !== undefined) {
      for (const waitingCode of waitingCodes.current) add(waitingCode, values);
      waitingCodes.current = [];
    }
    setShownWaitingCodes(waitingCodes.current);
  };
  const retry = async (scan: Scan): Promise<void> => {
    await waitForCalls(session);
    if (isClosed.current) return;
    const values = dialogValues();
    if (values !== undefined) repeat(scan, values);
    focusInput();
  };
  const doneCount = scans.filter(({ state }) => state === 'done').length;
  const failedCount = scans.filter(({ state }) => state === 'failed').length;
  const hasRunningScans = doneCount + failedCount < scans.length;
  const hasUnknownOutcome = scans.some(({ isUnknown }) => isUnknown);
  const closeNow = (): void => onClose(doneCount > 0 || hasUnknownOutcome);
  // closing the dialog loses waiting codes, and values in the fields that were not used for any record
  const hasUnusedInput = shownWaitingCodes.length > 0 || (session.isDirty && doneCount === 0);
  const checkUnusedInput = useCallback(() => hasUnusedInput, [hasUnusedInput]);
  const close = (): void => {
    if (hasRunningScans) message.info('还有扫到的没有办完，请稍候');
    else if (hasUnusedInput)
      confirm({
        title: shownWaitingCodes.length > 0 ? `放弃还没有办理的 ${shownWaitingCodes.length} 条？` : '放弃填写的内容？',
        okText: '放弃',
        isDanger: true,
        onOk: closeNow,
      });
    else closeNow();
  };
  /** Redirects keys of a scanner to the input while another element has the focus. */
  const redirectKey = (event: KeyboardEvent<HTMLElement>): void => {
    // the space bar ticks a box or presses a button
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    // React also reports keys typed in another dialog that a field opened, which is not inside this element
    if (event.currentTarget.contains(target) && !target.matches(TEXT_INPUT_SELECTOR)) focusInput();
  };
  return (
    <Dialog
      title={`扫码${action.label}`}
      isOpen
      onClose={close}
      width={WIDTH}
      footer={
        <Button type="primary" data-action="close" onClick={close}>
          完成
        </Button>
      }
    >
      <LeaveGuard hasUnsavedInput={checkUnusedInput} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only redirects typed codes to the input */}
      <div className="sc-scan" data-scan={action.key} onKeyDown={redirectKey}>
        {action.confirm && !action.confirm.includes('${') ? (
          <Alert type={action.danger ? 'warning' : 'info'} showIcon message={action.confirm} />
        ) : null}
        {action.dialog ? <FormView session={session} hasSaveAll={false} /> : null}
        {isCameraOn ? <CameraScanner onCode={(scannedCode) => void processCode(scannedCode)} /> : null}
        <div className="sc-scan-input">
          <Input
            ref={input}
            {...(action.dialog ? {} : { 'data-autofocus': true })}
            size="large"
            aria-label={`扫描或输入${label}`}
            placeholder={`扫描或输入${label}，按回车`}
            autoComplete="off"
            inputMode={isTouch && !isKeyboardOn ? 'none' : 'text'}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onPressEnter={(event) => {
              if (!event.nativeEvent.isComposing) void processCode(code);
            }}
            onBlur={() =>
              setTimeout(() => {
                if (!document.activeElement?.matches(FOCUS_KEEPING_SELECTOR)) focusInput();
              })
            }
          />
          {isTouch ? (
            <Button
              size="large"
              icon={<NumberOutlined />}
              aria-pressed={isKeyboardOn}
              aria-label="用键盘输入"
              onClick={() => {
                setKeyboardOn(!isKeyboardOn);
                setTimeout(focusInput);
              }}
            />
          ) : null}
          <Button
            size="large"
            icon={<CameraOutlined />}
            aria-pressed={isCameraOn}
            aria-label={isCameraOn ? '关闭摄像头' : '用摄像头扫描'}
            data-action="camera"
            onClick={() => {
              setCameraOn(!isCameraOn);
              focusInput();
            }}
          >
            {isTouch ? null : isCameraOn ? '关闭摄像头' : '摄像头'}
          </Button>
        </div>
        {shownWaitingCodes.length > 0 ? (
          <Alert
            type="warning"
            showIcon
            role="alert"
            message={`已扫到“${shownWaitingCodes.join('”“')}”，请先填写上面的内容，填好后办理`}
            action={
              <Button size="small" data-action="take-held" onClick={() => void processCode('')}>
                办理
              </Button>
            }
          />
        ) : null}
        <output className="sc-scan-count">
          已完成 {doneCount} 条{failedCount > 0 ? `，未成功 ${failedCount} 条` : ''}
        </output>
        <ol className="sc-scan-list" aria-label="本次办理" aria-live="polite">
          {scans.map((scan) => (
            <li key={scan.number} data-state={scan.state}>
              {ICONS[scan.state]}
              <div>
                <strong>{scan.title || scan.code}</strong>
                <span>{scan.state === 'waiting' ? '正在办理…' : scan.message}</span>
              </div>
              {scan.state === 'failed' ? (
                <Button size="small" data-action="retry" onClick={() => void retry(scan)}>
                  重试
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
});

const ICONS = {
  waiting: <LoadingOutlined aria-label="正在办理" />,
  done: <CheckCircleFilled className="sc-scan-done" aria-label="已完成" />,
  failed: <CloseCircleFilled className="sc-scan-failed" aria-label="未成功" />,
} as const;
