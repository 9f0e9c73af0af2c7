import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import type { SubscriptionListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { SubscriptionItem, type ItemAction } from './SubscriptionItem.tsx';
import { subscriptionCalls, type Subscription } from './subscriptions.ts';
import '../screens.css';
import './subscriptions.css';

const SubscribeDialog = lazyFace(async () => (await import('./SubscribeDialog.tsx')).SubscribeDialog);

/** 我的订阅: the user's subscriptions, with actions to edit, pause, send immediately and remove. */
export function SubscriptionListBlock({ node }: BlockProps<SubscriptionListNode>) {
  const services = useServices();
  const calls = useMemo(() => subscriptionCalls(services), [services]);
  const { message, confirm } = useFeedback();
  const { load, reload, refresh } = useLoad(calls.list, [calls]);
  useShownAgainListener(refresh);
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
  const [editedSubscription, setEditedSubscription] = useState<Subscription | null>(null);
  const runAndReload = async (row: Subscription, call: () => Promise<void>): Promise<void> => {
    setBusyIds((before) => [...before, row.id]);
    try {
      await call();
    } catch (error) {
      message.error(messageOf(error));
    }
    setBusyIds((before) => before.filter((id) => id !== row.id));
    reload();
  };
  const act = (row: Subscription, action: ItemAction): void => {
    if (action === 'edit') setEditedSubscription(row);
    if (action === 'send')
      void runAndReload(row, async () => {
        const { isSent, text } = await calls.send(row.id);
        if (isSent) message.success(text, 5);
        else message.warning(text, 5);
      });
    if (action === 'pause')
      void runAndReload(row, async () => {
        await calls.pause(row.id, !row.isPaused);
        message.success(row.isPaused ? '已恢复' : '已暂停');
      });
    if (action === 'remove')
      confirm({
        title: `确定删除订阅“${row.title}”？`,
        content: row.people.length > 0 ? '同时收到它的人也不再收到。' : '删除后不再发送。',
        okText: '删除',
        isDanger: true,
        onOk: () =>
          runAndReload(row, async () => {
            await calls.remove(row.id);
            message.success('已删除');
          }),
      });
  };
  return (
    <section className="sc-list" data-subscriptions={load.value?.length} aria-busy={load.state === 'loading'}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title ?? '我的订阅'}</h2>
        <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
          刷新
        </Button>
      </div>
      {load.state === 'error' ? <Failure error={load.error} title="订阅加载失败" onRetry={reload} /> : null}
      {load.value === undefined ? (
        load.state === 'loading' ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : null
      ) : load.value.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="还没有订阅。在统计图、指标卡或台账上按“订阅”，即可定时收到其中的数据"
        />
      ) : (
        <ul className="sc-subscriptions">
          {load.value.map((row) => (
            <SubscriptionItem
              key={row.id}
              row={row}
              isBusy={busyIds.includes(row.id)}
              onAct={(action) => act(row, action)}
            />
          ))}
        </ul>
      )}
      {editedSubscription ? (
        <Suspense fallback={null}>
          <SubscribeDialog
            initial={editedSubscription}
            onClose={(isSaved) => {
              setEditedSubscription(null);
              if (isSaved) reload();
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
