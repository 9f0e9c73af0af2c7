import { Button, Tag } from 'antd';
import { Link } from 'react-router-dom';
import { DELIVERY_METHOD_TITLES } from '../../domain/messageKinds.ts';
import type { Subscription, SubscriptionKind } from './subscriptions.ts';

/** The action of a button. `pause` resumes a paused subscription. */
export type ItemAction = 'send' | 'edit' | 'pause' | 'remove';

interface Props {
  row: Subscription;
  isBusy: boolean;
  onAct(action: ItemAction): void;
}

const KIND_LABELS: Readonly<Record<SubscriptionKind, string>> = {
  table: '明细表',
  figure: '数字',
  watch: '达到条件时提醒',
};

/** One subscription with its settings, last result and action buttons. */
export function SubscriptionItem({ row, isBusy, onAct }: Props) {
  const settings: readonly [name: string, text: string][] = [
    ...(row.watch?.text === undefined ? [] : [['条件', row.watch.text] as [string, string]]),
    [row.kind === 'watch' ? '检查时间' : '发送时间', row.scheduleText],
    ['方式', row.ways.map((way) => DELIVERY_METHOD_TITLES[way]).join('、')],
    ...(row.people.length > 0 ? [['同时发给', row.people.map(({ name }) => name).join('、')] as [string, string]] : []),
    ...(row.isPaused ? [] : [['下次', row.nextTime.slice(0, 16)] as [string, string]]),
  ];
  return (
    <li data-subscription={row.id} data-paused={row.isPaused || undefined} aria-busy={isBusy}>
      <div className="sc-subscription-head">
        {row.page === '' ? <span>{row.title}</span> : <Link to={row.page}>{row.title}</Link>}
        <Tag>{KIND_LABELS[row.kind]}</Tag>
        {row.isPaused ? <Tag color="warning">已暂停</Tag> : null}
      </div>
      <dl className="sc-subscription-terms">
        {settings.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="sc-note" data-last-result>
        {row.lastTime === '' ? '尚未发送' : `${row.lastTime.slice(0, 16)}　${row.lastResult}`}
      </div>
      <div className="sc-subscription-buttons">
        <Button type="link" size="small" loading={isBusy} onClick={() => onAct('send')} data-action="send">
          {row.kind === 'watch' ? '立即检查' : '立即发送'}
        </Button>
        <Button type="link" size="small" disabled={isBusy} onClick={() => onAct('edit')} data-action="edit">
          修改
        </Button>
        <Button type="link" size="small" disabled={isBusy} onClick={() => onAct('pause')} data-action="pause">
          {row.isPaused ? '恢复' : '暂停'}
        </Button>
        <Button type="link" size="small" danger disabled={isBusy} onClick={() => onAct('remove')} data-action="remove">
          删除
        </Button>
      </div>
    </li>
  );
}
