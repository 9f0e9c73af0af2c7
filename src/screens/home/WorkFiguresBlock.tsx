import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import type { WorkFiguresNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { TODO_ADDRESS } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import '../related/related.css';
import './workFigures.css';

/**
 * Answer of /system/home/ownWork. A name that ends with `Before` is the number for the same days of the previous month.
 * `from`: the first day of this month; `to`: today.
 */
interface OwnWork {
  todo: number;
  urgent: number;
  overdue: number;
  running: number;
  returned: number;
  started: number;
  startedBefore: number;
  handled: number;
  handledBefore: number;
  from: string;
  to: string;
}

interface Figure {
  title: string;
  value: number;
  address: string;
  tone?: 'warning' | 'danger';
  note?: string;
  /** Value for the same days of the previous month. */
  before?: number;
}

// the specification interchanges the names of these two routes (OD-048)
const STARTED_LIST = '/taskCenter/alreadyDone';
const HANDLED_LIST = '/taskCenter/launch';

const figuresOf = (work: OwnWork): Figure[] => {
  const month = new URLSearchParams({ from: work.from, to: work.to }).toString();
  return [
    {
      title: '我的待办',
      value: work.todo,
      address: TODO_ADDRESS,
      ...(work.urgent > 0 ? { note: `其中加急 ${work.urgent} 件` } : {}),
    },
    {
      title: '已超时',
      value: work.overdue,
      address: `${TODO_ADDRESS}?overdue=1`,
      ...(work.overdue > 0 ? { tone: 'danger' } : {}),
    },
    {
      title: '被退回',
      value: work.returned,
      address: `${STARTED_LIST}?state=2`,
      ...(work.returned > 0 ? { tone: 'warning' } : {}),
    },
    { title: '审批中', value: work.running, address: `${STARTED_LIST}?state=1` },
    { title: '本月发起', value: work.started, address: `${STARTED_LIST}?${month}`, before: work.startedBefore },
    { title: '本月办理', value: work.handled, address: `${HANDLED_LIST}?${month}`, before: work.handledBefore },
  ];
};

/**
 * Figures of the user's own work: to-dos, overdue, returned, running, and this month compared with the previous month.
 */
export function WorkFiguresBlock({ node }: BlockProps<WorkFiguresNode>) {
  const services = useServices();
  const { load, reload, refresh } = useLoad(
    () => services.request({ url: '/system/home/ownWork', method: 'GET', params: {} }) as Promise<OwnWork>,
    [services],
  );
  useServerEvents('todo', refresh);
  useServerEvents('remind', refresh);
  useShownAgainListener(refresh);
  const title = node.title ?? '我的工作';
  if (load.state === 'error' && load.value === undefined)
    return <Failure error={load.error} title={`${title}加载失败`} onRetry={reload} />;
  return (
    <section className="sc-work" aria-label={title} aria-busy={load.value === undefined}>
      {load.value === undefined ? (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      ) : (
        figuresOf(load.value).map((figure) => (
          <Link
            key={figure.title}
            to={figure.address}
            className="sc-stat sc-work-figure"
            data-stat={figure.title}
            data-tone={figure.tone ?? 'default'}
          >
            <span className="sc-stat-title">{figure.title}</span>
            <span className="sc-stat-value">
              {figure.value}
              <small>件</small>
            </span>
            <span className="sc-work-note">
              {figure.before === undefined ? (
                (figure.note ?? '')
              ) : (
                <>
                  上月同期 {figure.before} 件
                  {figure.value > figure.before ? <CaretUpOutlined aria-label="增加" /> : null}
                  {figure.value < figure.before ? <CaretDownOutlined aria-label="减少" /> : null}
                </>
              )}
            </span>
          </Link>
        ))
      )}
    </section>
  );
}
