import { Link } from 'react-router-dom';
import type { NoticePanelNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { toSearch } from '../navigation/pageNavigation.ts';
import { useLoad } from '../shared/useLoad.ts';
import { DEFAULT_NOTICES, noticePanelHeight } from './heights.ts';
import { Panel } from './Panel.tsx';

const LIST_ADDRESS = '/notice/list';

/** Panel with the newest notices; unread notices are bold. */
export function NoticePanelBlock({ node }: BlockProps<NoticePanelNode>) {
  const { count = DEFAULT_NOTICES } = node;
  const { notices } = useServices();
  const { load, reload, refresh } = useLoad(
    () => notices.list({ page: { pageNum: 1, pageSize: count } }, false),
    [notices, count],
  );
  useServerEvents('notice', refresh);
  useShownAgainListener(refresh);
  return (
    <Panel
      title={node.title ?? '通知公告'}
      height={noticePanelHeight(node)}
      listAddress={LIST_ADDRESS}
      load={load}
      onRetry={reload}
      isEmpty={({ list }) => list.length === 0}
      emptyText="没有通知公告"
    >
      {({ list }) => (
        <ul className="sc-todos sc-one-line">
          {list.map((notice) => (
            <li key={notice.id}>
              <Link
                to={`${LIST_ADDRESS}${toSearch({ id: notice.id })}`}
                title={notice.title}
                className={notice.readStatus === '0' ? 'sc-unread' : undefined}
              >
                {notice.title}
              </Link>
              <span className="sc-note">{notice.releaseTime.slice(0, 10)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
