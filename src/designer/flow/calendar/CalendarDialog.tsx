import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, ConfigProvider, DatePicker, Input, Modal, Result, Select, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { WorkCalendarNode } from '../../../grammar/nodes.ts';
import { CALENDAR_DICTIONARY } from '../../../domain/workTime.ts';
import { optionOf } from '../../../kernel/index.ts';
import { hasPermission, isAdministrator } from '../../../rules/permission.ts';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { BlockProps } from '../../../runtime/node/faces.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { LeaveGuard } from '../../../screens/navigation/LeaveGuard.tsx';
import { Failure } from '../../../screens/shared/Failure.tsx';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { LabelledSetting } from '../panel/LabelledSetting.tsx';
import { CommitOnBlurInput } from '../panel/CommitOnBlurInput.tsx';
import '../flow.css';
import { errorOf, readCalendar, toCalendarItems, type CalendarData, type CalendarException } from './calendarData.ts';

const WEEKDAY_OPTIONS = ['一', '二', '三', '四', '五', '六', '日'].map((day, index) => ({
  value: index + 1,
  label: `周${day}`,
}));

function ExceptionList({
  value,
  onChange,
}: {
  value: readonly CalendarException[];
  onChange(next: CalendarException[]): void;
}) {
  const change = (index: number, next: Partial<CalendarException>): void =>
    onChange(value.map((exception, position) => (position === index ? { ...exception, ...next } : exception)));
  return (
    <div className="fd-answers">
      {value.map((exception, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- edited lines may be equal
        <div key={index} className="fd-exception" data-exception={exception.kind}>
          <DatePicker.RangePicker
            aria-label="日期"
            allowClear={false}
            value={[dayjs(exception.from), dayjs(exception.to)]}
            onChange={(dates) => {
              const [from, to] = dates ?? [];
              if (from && to) change(index, { from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') });
            }}
          />
          <Select
            aria-label="放假或上班"
            value={exception.kind}
            options={[
              { value: 'holiday', label: '放假' },
              { value: 'workday', label: '调休上班' },
            ]}
            onChange={(kind: CalendarException['kind']) => change(index, { kind })}
          />
          <Input
            aria-label="名称"
            placeholder="如 国庆节"
            maxLength={30}
            value={exception.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label="删除此日期"
            onClick={() => onChange(value.filter((_item, position) => position !== index))}
            data-action="removeException"
          />
        </div>
      ))}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() => {
          const today = dayjs().format('YYYY-MM-DD');
          onChange([...value, { from: today, to: today, kind: 'holiday', name: '' }]);
        }}
        data-action="addException"
      >
        添加节假日或调休
      </Button>
    </div>
  );
}

/**
 * Loads the stored calendar and keeps the unsaved changes. The server refuses the save if another user has changed the
 * calendar since it was loaded; then `isStale` is true until `loadLatest` discards the changes and loads again.
 */
function useCalendar(onSaved: () => void) {
  const services = useServices();
  const { message } = useFeedback();
  const { load, reload } = useLoad(
    () =>
      services
        .dictionaryWithRevision(CALENDAR_DICTIONARY)
        .then(({ items, revision }) => ({ data: readCalendar(items.map(optionOf)), revision })),
    [services],
  );
  /** The edited calendar with the revision on which it is based. It is ignored once another revision is loaded. */
  const [unsavedEdit, setUnsavedEdit] = useState<{ data: CalendarData; revision: string | undefined } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const revision = load.value?.revision;
  const editedData = unsavedEdit?.revision === revision ? (unsavedEdit?.data ?? null) : null;
  const data = editedData ?? load.value?.data ?? null;
  const errorText = data ? errorOf(data) : null;
  const editData = (next: CalendarData | null): void => setUnsavedEdit(next && { data: next, revision });
  const save = (): void => {
    if (!data || errorText || !load.value) return;
    setBusy(true);
    services
      .saveDictionary({
        typeCode: CALENDAR_DICTIONARY,
        typeName: '工作日历',
        items: toCalendarItems(data),
        revision: load.value.revision,
      })
      .then(() => {
        message.success('工作日历已保存，此后开始的计时按它计算');
        // until the new revision is loaded, `unsavedEdit` still applies, so that the page shows the saved data
        reload();
        onSaved();
      })
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'DICT_STALE') setStale(true);
        else message.error(messageOf(error));
      })
      .finally(() => setBusy(false));
  };
  const loadLatest = (): void => {
    setStale(false);
    editData(null);
    reload();
  };
  const canSave = data !== null && errorText === null && !isStale;
  return {
    load,
    reload,
    data,
    errorText,
    isBusy,
    isStale,
    isChanged: editedData !== null && JSON.stringify(editedData) !== JSON.stringify(load.value?.data),
    isReloading: load.state === 'loading' && load.value !== undefined,
    canSave,
    editData,
    save,
    loadLatest,
  };
}

type Calendar = ReturnType<typeof useCalendar>;

/** Inputs for working days, working hours, holidays and make-up workdays. */
function CalendarFields({ load, reload, data, errorText, isStale, isReloading, editData, loadLatest }: Calendar) {
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!data) return <Skeleton active />;
  return (
    <ConfigProvider componentDisabled={isReloading}>
      <div data-panel="calendar">
        <p className="sc-note">所有流程中“按工作时间计算”的时限都按这份日历计算；已经开始的计时不变。</p>
        <LabelledSetting label="工作日">
          <Checkbox.Group
            aria-label="工作日"
            options={WEEKDAY_OPTIONS}
            value={[...data.days]}
            onChange={(days) => editData({ ...data, days: [...days].sort((a, b) => a - b) })}
          />
        </LabelledSetting>
        <LabelledSetting label="上班时间">
          <CommitOnBlurInput
            value={data.hours}
            label="上班时间"
            placeholder="09:00-12:00，13:00-18:00"
            onCommit={(hours) => editData({ ...data, hours })}
          />
        </LabelledSetting>
        <LabelledSetting label="节假日和调休">
          <ExceptionList value={data.exceptions} onChange={(exceptions) => editData({ ...data, exceptions })} />
        </LabelledSetting>
        {isStale ? (
          <Alert
            type="warning"
            showIcon
            message="工作日历已由他人修改，您的修改未保存"
            action={
              <Button size="small" onClick={loadLatest} data-action="load-latest">
                载入最新日历
              </Button>
            }
          />
        ) : null}
        {errorText ? (
          <p className="fd-fault" role="alert">
            {errorText}
          </p>
        ) : null}
      </div>
    </ConfigProvider>
  );
}

/** A dialog for the calendar that defines working time for all processes; stored as the dictionary `workCalendar`. */
export function CalendarDialog({ onClose }: { onClose(): void }) {
  useReturnedFocus();
  const calendar = useCalendar(onClose);
  return (
    <Modal
      open
      title="工作日历"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !calendar.canSave }}
      confirmLoading={calendar.isBusy}
      onOk={calendar.save}
      onCancel={onClose}
      maskClosable={false}
      width={640}
    >
      <CalendarFields {...calendar} />
    </Modal>
  );
}

/** The work calendar as a page of 系统管理; without the permission to edit it, a refusal (403) is shown instead. */
export function WorkCalendarBlock({ node }: BlockProps<WorkCalendarNode>) {
  const { user } = useSituation();
  const calendar = useCalendar(() => undefined);
  if (!isAdministrator(user) && !hasPermission(user, ['system:dict:edit']))
    return <Result status="403" title="没有权限" subTitle="您没有维护工作日历的权限" />;
  return (
    <div className="sc-list">
      <LeaveGuard hasUnsavedInput={() => calendar.isChanged} />
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title ?? '工作日历'}</h2>
      </div>
      <div className="fd-calendar-page">
        <CalendarFields {...calendar} />
        <Button
          type="primary"
          disabled={!calendar.canSave || !calendar.isChanged}
          loading={calendar.isBusy}
          onClick={calendar.save}
          data-action="save"
        >
          保存
        </Button>
      </div>
    </div>
  );
}
