import { Alert, Checkbox, Form, Input, Modal, Radio, Skeleton, type ButtonProps } from 'antd';
import { useId, useState } from 'react';
import { DELIVERY_METHODS, DELIVERY_METHOD_TITLES, type DeliveryMethod } from '../../domain/messageKinds.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { PeopleField } from '../todo/acts/PeopleField.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { subscriptionCalls, type NewSubscription, type Subscription, type SubscriptionKind } from './subscriptions.ts';
import { WatchFields, type WatchInput } from './WatchFields.tsx';
import './subscriptions.css';

/** Initial values of the dialog: query and title of a block (chart, figure, ledger), or an existing subscription. */
export type InitialSubscription = Pick<NewSubscription, 'datasetKey' | 'title' | 'question' | 'page'> &
  Partial<Omit<Subscription, 'datasetKey' | 'title' | 'question' | 'page'>>;

interface Props {
  initial: InitialSubscription;
  onClose(isSaved: boolean): void;
}

/** Width of the dialog, in pixels. */
const WIDTH = 620;
const MAX_TITLE_LENGTH = 100;

/** Dialog to create or edit a subscription: content, schedule, channels and additional recipients. */
export function SubscribeDialog({ initial, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { load, reload } = useLoad(() => services.datasets.outline(initial.datasetKey), [services, initial.datasetKey]);
  const { message } = useFeedback();
  const id = useId();
  // a single figure has no rows, so the content `table` is not offered
  const isSingleFigure = initial.question.by?.length === 0;
  const figureKeys = initial.question.figures;
  const figures = load.value?.figures.filter(({ key }) => figureKeys === undefined || figureKeys.includes(key)) ?? [];
  const [title, setTitle] = useState(initial.title.slice(0, MAX_TITLE_LENGTH));
  const [kind, setKind] = useState<SubscriptionKind>(initial.kind ?? (isSingleFigure ? 'figure' : 'table'));
  const [schedule, setSchedule] = useState(initial.schedule ?? { every: 'week' as const, at: '08:00', weekday: 1 });
  const [typedWatch, setTypedWatch] = useState<WatchInput>(initial.watch ?? { figure: '', op: 'above', value: null });
  const watch = { ...typedWatch, figure: typedWatch.figure || (figures[0]?.key ?? '') };
  const [ways, setWays] = useState<readonly DeliveryMethod[]>(initial.ways ?? ['site', 'mail']);
  const [hasSheet, setHasSheet] = useState(initial.hasSheet ?? true);
  const [people, setPeople] = useState({
    ids: initial.people?.map((person) => person.id) ?? [],
    names: initial.people?.map(({ name }) => name).join('、') ?? '',
  });
  const [hasTriedSubmit, setTriedSubmit] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const problems = {
    title: title.trim() === '' ? '请填写名称' : '',
    watch: kind !== 'watch' ? '' : watch.figure === '' ? '请选择指标' : watch.value === null ? '请填写界限' : '',
    ways: ways.length === 0 ? '请至少选择一种方式' : '',
  };
  const helpProps = (text: string) =>
    hasTriedSubmit && text !== '' ? { validateStatus: 'error' as const, help: text } : {};
  const changeKind = (next: SubscriptionKind): void => {
    setKind(next);
    if (next !== 'watch' && schedule.every === 'hour') setSchedule({ ...schedule, every: 'day', at: '08:00' });
  };
  const submit = async (): Promise<void> => {
    setTriedSubmit(true);
    if (Object.values(problems).some((text) => text !== '')) return;
    setBusy(true);
    setFailure('');
    try {
      await subscriptionCalls(services).save({
        ...(initial.id === undefined ? {} : { id: initial.id }),
        datasetKey: initial.datasetKey,
        title: title.trim(),
        kind,
        question: initial.question,
        schedule,
        ...(kind === 'watch' && watch.value !== null
          ? { watch: { figure: watch.figure, op: watch.op, value: watch.value } }
          : {}),
        people: people.ids,
        ways,
        hasSheet,
        page: initial.page,
      });
      message.success(initial.id === undefined ? '已订阅，可在“任务中心 / 我的订阅”中查看' : '订阅已保存');
      onClose(true);
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={initial.id === undefined ? '订阅' : '修改订阅'}
      width={WIDTH}
      okText={initial.id === undefined ? '订阅' : '保存'}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={() => onClose(false)}
      maskClosable={false}
      destroyOnHidden
      okButtonProps={{ disabled: !load.value, 'data-action': 'save-subscription' } as ButtonProps}
    >
      {load.value ? (
        <Form layout="vertical" className="sc-subscribe" data-dialog="subscribe">
          {failure === '' ? null : <Alert type="error" showIcon message={failure} />}
          <Form.Item label="名称" htmlFor={`${id}title`} required {...helpProps(problems.title)}>
            <Input
              id={`${id}title`}
              value={title}
              maxLength={MAX_TITLE_LENGTH}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Form.Item>
          <Form.Item
            label="发送内容"
            extra={
              Object.keys(initial.question.shared ?? {}).length > 0
                ? '按此时页面上的查询条件；其中选定的日期不会随时间变化'
                : undefined
            }
          >
            <Radio.Group
              aria-label="发送内容"
              value={kind}
              onChange={(event) => changeKind(event.target.value as SubscriptionKind)}
              options={[
                ...(isSingleFigure ? [] : [{ value: 'table', label: '明细表' }]),
                { value: 'figure', label: isSingleFigure ? '数字' : '合计数字' },
                { value: 'watch', label: '达到条件时提醒' },
              ]}
            />
          </Form.Item>
          {kind === 'watch' ? (
            <Form.Item label="条件" required {...helpProps(problems.watch)}>
              <WatchFields
                figures={figures}
                value={watch}
                isInvalid={hasTriedSubmit && problems.watch !== ''}
                onChange={setTypedWatch}
              />
            </Form.Item>
          ) : null}
          <Form.Item
            label={kind === 'watch' ? '检查时间' : '发送时间'}
            extra={kind === 'watch' ? '达到条件时提醒一次；恢复后再次达到，再提醒' : undefined}
          >
            <ScheduleFields value={schedule} isHourlyOffered={kind === 'watch'} onChange={setSchedule} />
          </Form.Item>
          <Form.Item
            label="发送方式"
            required
            {...helpProps(problems.ways)}
            extra={ways.includes('group') ? '群里只提示有新的数据，不写数字' : undefined}
          >
            <Checkbox.Group
              value={[...ways]}
              options={DELIVERY_METHODS.map((way) => ({ value: way, label: DELIVERY_METHOD_TITLES[way] }))}
              onChange={(chosen) => setWays(DELIVERY_METHODS.filter((way) => chosen.includes(way)))}
            />
            {kind === 'table' && ways.includes('mail') ? (
              <Checkbox
                className="sc-subscribe-sheet"
                checked={hasSheet}
                onChange={(event) => setHasSheet(event.target.checked)}
              >
                邮件附 Excel 表（须有导出权限）
              </Checkbox>
            ) : null}
          </Form.Item>
          <PeopleField
            label="同时发给"
            value={people.ids}
            names={people.names}
            isMultiple
            isRequired={false}
            isInvalid={false}
            onChange={(ids, names) => setPeople({ ids: [...ids], names })}
          />
          <p className="sc-note">您本人总会收到。各人收到的，只是其本人有权查看的数据。</p>
        </Form>
      ) : load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  );
}
