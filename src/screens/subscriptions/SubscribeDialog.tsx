import { Alert, Checkbox, Form, Input, Modal, Radio, Skeleton, type ButtonProps } from 'antd';
import { useId, useState } from 'react';
import { MESSAGE_WAYS, WAY_TITLES, type MessageWay } from '../../domain/messageKinds.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { PeopleField } from '../todo/acts/PeopleField.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { subscriptionCalls, type NewSubscription, type Subscription, type SubscriptionKind } from './subscriptions.ts';
import { WatchFields, type TypedWatch } from './WatchFields.tsx';
import './subscriptions.css';

/** What a figure says of itself, or a subscription that is changed. */
export type FirstSubscription = Pick<NewSubscription, 'datasetKey' | 'title' | 'question' | 'page'> &
  Partial<Omit<Subscription, 'datasetKey' | 'title' | 'question' | 'page'>>;

interface Props {
  first: FirstSubscription;
  onClose(isSaved: boolean): void;
}

const WIDTH = 620;
const TITLE_LENGTH = 100;

/** Asks when, of what, by which ways and who else is to be told of a figure. */
export function SubscribeDialog({ first, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { load, reload } = useLoad(() => services.datasets.outline(first.datasetKey), [services, first.datasetKey]);
  const { message } = useFeedback();
  const id = useId();
  // one figure has no rows to send
  const isOne = first.question.by?.length === 0;
  const asked = first.question.figures;
  const figures = load.value?.figures.filter(({ key }) => asked === undefined || asked.includes(key)) ?? [];
  const [title, setTitle] = useState(first.title.slice(0, TITLE_LENGTH));
  const [kind, setKind] = useState<SubscriptionKind>(first.kind ?? (isOne ? 'figure' : 'table'));
  const [schedule, setSchedule] = useState(first.schedule ?? { every: 'week' as const, at: '08:00', weekday: 1 });
  const [typed, setTyped] = useState<TypedWatch>(first.watch ?? { figure: '', op: 'above', value: null });
  const watch = { ...typed, figure: typed.figure || (figures[0]?.key ?? '') };
  const [ways, setWays] = useState<readonly MessageWay[]>(first.ways ?? ['site', 'mail']);
  const [hasSheet, setHasSheet] = useState(first.hasSheet ?? true);
  const [people, setPeople] = useState({
    ids: first.people?.map((person) => person.id) ?? [],
    names: first.people?.map(({ name }) => name).join('、') ?? '',
  });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const wrong = {
    title: title.trim() === '' ? '请填写名称' : '',
    watch: kind !== 'watch' ? '' : watch.figure === '' ? '请选择指标' : watch.value === null ? '请填写界限' : '',
    ways: ways.length === 0 ? '请至少选择一种方式' : '',
  };
  const help = (text: string) => (isTried && text !== '' ? { validateStatus: 'error' as const, help: text } : {});
  const choose = (next: SubscriptionKind): void => {
    setKind(next);
    if (next !== 'watch' && schedule.every === 'hour') setSchedule({ ...schedule, every: 'day', at: '08:00' });
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.values(wrong).some((text) => text !== '')) return;
    setBusy(true);
    setFailure('');
    try {
      await subscriptionCalls(services).save({
        ...(first.id === undefined ? {} : { id: first.id }),
        datasetKey: first.datasetKey,
        title: title.trim(),
        kind,
        question: first.question,
        schedule,
        ...(kind === 'watch' && watch.value !== null
          ? { watch: { figure: watch.figure, op: watch.op, value: watch.value } }
          : {}),
        people: people.ids,
        ways,
        hasSheet,
        page: first.page,
      });
      message.success(first.id === undefined ? '已订阅，可在“任务中心 / 我的订阅”中查看' : '订阅已保存');
      onClose(true);
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={first.id === undefined ? '订阅' : '修改订阅'}
      width={WIDTH}
      okText={first.id === undefined ? '订阅' : '保存'}
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
          <Form.Item label="名称" htmlFor={`${id}title`} required {...help(wrong.title)}>
            <Input
              id={`${id}title`}
              value={title}
              maxLength={TITLE_LENGTH}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Form.Item>
          <Form.Item
            label="发送内容"
            extra={
              Object.keys(first.question.shared ?? {}).length > 0
                ? '按此时页面上的查询条件；其中选定的日期不会随时间变化'
                : undefined
            }
          >
            <Radio.Group
              aria-label="发送内容"
              value={kind}
              onChange={(event) => choose(event.target.value as SubscriptionKind)}
              options={[
                ...(isOne ? [] : [{ value: 'table', label: '明细表' }]),
                { value: 'figure', label: isOne ? '数字' : '合计数字' },
                { value: 'watch', label: '达到条件时提醒' },
              ]}
            />
          </Form.Item>
          {kind === 'watch' ? (
            <Form.Item label="条件" required {...help(wrong.watch)}>
              <WatchFields
                figures={figures}
                value={watch}
                isInvalid={isTried && wrong.watch !== ''}
                onChange={setTyped}
              />
            </Form.Item>
          ) : null}
          <Form.Item
            label={kind === 'watch' ? '检查时间' : '发送时间'}
            extra={kind === 'watch' ? '达到条件时提醒一次；恢复后再次达到，再提醒' : undefined}
          >
            <ScheduleFields value={schedule} hasHours={kind === 'watch'} onChange={setSchedule} />
          </Form.Item>
          <Form.Item
            label="发送方式"
            required
            {...help(wrong.ways)}
            extra={ways.includes('group') ? '群里只提示有新的数据，不写数字' : undefined}
          >
            <Checkbox.Group
              value={[...ways]}
              options={MESSAGE_WAYS.map((way) => ({ value: way, label: WAY_TITLES[way] }))}
              onChange={(chosen) => setWays(MESSAGE_WAYS.filter((way) => chosen.includes(way)))}
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
