import { Button, Empty, Skeleton } from 'antd';
import type { NoticePushNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { feedsOf, type PushFeed, type PushItem } from './feeds.ts';
import { openInParent } from './openInParent.ts';
import '../screens.css';

/** Default number of items per feed. */
const DEFAULT_MAX_ITEMS = 5;

/** The page in the iframe of the notice button: pending items of the user by kind, with live updates. */
export function NoticePushBlock({ node }: BlockProps<NoticePushNode>) {
  const { query } = usePageNavigation();
  const { user } = useSituation();
  if (query.userId && query.userId !== user.id)
    return (
      <div className="sc-push">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="登录的用户已变更，请重新打开" />
      </div>
    );
  return (
    <div className="sc-push">
      {feedsOf(query.type).map((feed) => (
        <PushSection key={feed.topic} feed={feed} maxItems={node.count ?? DEFAULT_MAX_ITEMS} />
      ))}
    </div>
  );
}

function PushSection({ feed, maxItems }: { feed: PushFeed; maxItems: number }) {
  const services = useServices();
  const navigation = usePageNavigation();
  const { load, reload, refresh } = useLoad(() => feed.load(services, maxItems), [services, feed, maxItems]);
  useServerEvents(feed.topic, refresh);
  const page = load.value;
  const open = (item: PushItem): void => {
    openInParent(item.address, navigation.go);
    // a failure is ignored: the page of the item opens anyway, and only the unread count stays one too high
    void feed.markRead?.(services, item.id).catch(() => undefined);
  };
  return (
    <section aria-label={feed.title} data-push={feed.topic}>
      <h3>
        {feed.title}
        {page ? <span className="sc-count">{page.total}</span> : null}
      </h3>
      {load.state === 'error' && !page ? <Failure error={load.error} onRetry={reload} /> : null}
      {!page && load.state === 'loading' ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {page?.list.length === 0 ? <p className="sc-note">{feed.empty}</p> : null}
      {page && page.list.length > 0 ? (
        <ul>
          {page.list.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="sc-link"
                title={item.title}
                onClick={() => open(item)}
                data-action="open"
              >
                {item.title}
              </button>
              <span className="sc-note">{item.note}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {page && page.total > page.list.length ? (
        <Button
          type="link"
          size="small"
          onClick={() => openInParent(feed.listAddress, navigation.go)}
          data-action="all"
        >
          查看全部 {page.total} 条
        </Button>
      ) : null}
    </section>
  );
}
